import java.lang.management.ManagementFactory;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** A stub from a registry, which the JDK renews and lets go in threads of its own, and the threads that there are then. */
public class RemoteCalls {
    public interface Adder extends Remote {
        int add(int one, int other) throws RemoteException;
    }

    public static class Sum implements Adder {
        @Override
        public int add(int one, int other) {
            return one + other;
        }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        Sum sum = new Sum();
        Remote stub = UnicastRemoteObject.exportObject(sum, 0);
        Registry own = LocateRegistry.createRegistry(0);
        own.rebind("sum", stub);
        String place = own.toString();
        int port = Integer.parseInt(place.replaceAll("(?s).*127\\.0\\.0\\.1:([0-9]+).*", "$1"));
        Adder found = (Adder) LocateRegistry.getRegistry("127.0.0.1", port).lookup("sum");
        System.out.println(found.add(1, 2));
        System.out.println(ManagementFactory.getThreadMXBean().getAllThreadIds().length > 1);
        for (long id : ManagementFactory.getThreadMXBean().getAllThreadIds()) {
            System.out.println(id);
        }
        own.unbind("sum");
        leave(sum);
        leave(own);
        System.exit(0);
    }

    private static void leave(Remote remote) throws NoSuchObjectException {
        System.out.println(UnicastRemoteObject.unexportObject(remote, true));
    }
}
