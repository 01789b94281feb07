// exit 7
/** Ends by Runtime.halt: hooks do not run, buffers are not flushed. */
public class Halt {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("never printed")));
        System.out.println("about to halt at " + System.nanoTime());
        System.out.print("half a line " + new Object().hashCode());
        System.out.flush();
        System.err.println("to standard error");
        Runtime.getRuntime().halt(7);
    }
}
