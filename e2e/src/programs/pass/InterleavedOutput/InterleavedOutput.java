// streams: merged
/** Prints more than a megabyte to standard output and standard error in turns. */
public class InterleavedOutput {
    public static void main(String[] args) {
        String line = "0123456789".repeat(8);
        for (int i = 0; i < 8000; i++) {
            System.out.println("out " + i + " " + line);
            System.err.println("err " + i + " " + line);
            if (i % 100 == 0) {
                System.out.print("no newline ");
                System.out.flush();
                System.err.print(System.nanoTime() + " ");
            }
        }
        System.out.printf("%d lines%n", 16_000);
    }
}
