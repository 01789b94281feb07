import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Prints thousands of identity hashes, of new and old objects, before and after collections and locks. */
public class IdentityHashes {
    enum Letter {
        A,
        B
    }

    interface Shape {}

    static class Hashed {
        @Override
        public int hashCode() {
            return super.hashCode() * 3;
        }
    }

    public static void main(String[] args) throws Exception {
        List<Object> objects = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            objects.add(i % 3 == 0 ? new Object() : i % 3 == 1 ? new int[i % 10] : new Hashed());
        }
        for (int i = 0; i < objects.size(); i += 2) {
            System.out.print(System.identityHashCode(objects.get(i)) + (i % 20 == 18 ? "\n" : " "));
        }
        System.gc();
        for (Object object : objects) {
            synchronized (object) {
                System.out.println(object.hashCode() + " " + object);
            }
        }
        long sum = 0;
        for (int i = 0; i < 300_000; i++) {
            sum = sum * 31 + new Object().hashCode();
        }
        System.out.println("hash of many " + sum);
        Object locked = new Object();
        synchronized (locked) {
            System.out.println("while locked " + locked.hashCode());
        }
        System.out.println("afterwards " + locked.hashCode() + " " + System.identityHashCode(locked));
        System.out.println(System.identityHashCode("literal") + " " + System.identityHashCode(String.class) + " "
                + System.identityHashCode(null) + " " + Objects.hashCode(null));
        System.out.println(Letter.A.hashCode() + " " + Letter.B.hashCode() + " " + Shape.class.hashCode() + " "
                + int.class.hashCode() + " " + Thread.currentThread().hashCode());
        System.out.println(IdentityHashes.class.getClassLoader());
        System.out.println(new Object[2] + " " + new byte[0] + " " + new Exception("plain").hashCode());
        System.out.println(IdentityHashes.class.getDeclaredMethods().length + " " + new Shape() {});
        Object copied = new int[] {1}.clone();
        System.out.println(copied.hashCode() + " " + objects.hashCode() + " " + new Object[] {copied}.hashCode());
        Method hashCode = Object.class.getMethod("hashCode");
        System.out.println(hashCode.invoke(new Object()) + " " + hashCode.invoke(new Hashed()));
    }
}
