/** Threads use null as an object of classes that are not loaded yet: who comes first loads them. */
public final class NullReceivers extends Thread {
    static class Field {
        int value;
    }

    static class Written {
        long value;
    }

    static class Settled {
        int value;

        Settled(int value) {
            this.value = value;
        }
    }

    static class Called {
        int call() {
            return 1;
        }
    }

    static class CalledWith {
        int call(int one, long two, Object three) {
            return one;
        }
    }

    interface Asked {
        int ask(int one);
    }

    static class Base {
        int inherited;
    }

    static class Below extends Base {}

    private final Object[] nothing = new Object[1];
    private final int number;
    private int failures;
    private int last;

    NullReceivers(int number) {
        this.number = number;
    }

    @Override
    public void run() {
        for (int i = 0; i < 40_000; i++) {
            try {
                last = use(i % 7, i);
            } catch (NullPointerException e) {
                failures++;
                if (failures % 5000 == 0) {
                    System.out.println(number + " " + failures + " " + e.getStackTrace()[0].getLineNumber());
                }
            }
        }
    }

    private int use(int which, int i) {
        if (i < 20_000) {
            return i;
        }
        switch (which) {
            case 0:
                return ((Field) nothing[0]).value;
            case 1:
                ((Written) nothing[0]).value = i;
                return 0;
            case 2:
                return ((Settled) nothing[0]).value;
            case 3:
                return ((Called) nothing[0]).call();
            case 4:
                return ((CalledWith) nothing[0]).call(last, i, nothing);
            case 5:
                return ((Asked) nothing[0]).ask(i);
            default:
                return ((Below) nothing[0]).inherited;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        NullReceivers[] all = {new NullReceivers(0), new NullReceivers(1), new NullReceivers(2)};
        for (NullReceivers each : all) {
            each.start();
        }
        for (NullReceivers each : all) {
            each.join();
            System.out.println(each.failures);
        }
    }
}
