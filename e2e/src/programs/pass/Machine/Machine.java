// jvm: -Xmx80m

/** Prints what the machine and the collector look like: processors, memory, load, user. */
public class Machine {
    public static void main(String[] args) {
        Runtime runtime = Runtime.getRuntime();
        System.out.println("processors " + runtime.availableProcessors());
        for (int i = 0; i < 50; i++) {
            byte[] garbage = new byte[100_000 + i];
            System.out.println(garbage.length + ": free " + runtime.freeMemory() + " of " + runtime.totalMemory());
        }
        System.gc();
        System.out.println("after gc " + runtime.freeMemory() + " max " + runtime.maxMemory());
        System.out.println(System.getProperty("user.name") + " " + System.getProperty("user.home") + " "
                + System.getProperty("user.dir"));
    }
}
