/** Finalizers run beside the thread that leaves their objects behind; their thread is started by the first of these. */
public class FinalizedInTurns {
    private static int order;

    private static final class Left {
        private final int number;

        Left(int number) {
            this.number = number;
        }

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            order = order * 31 + number;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(FinalizedInTurns::make);
        maker.start();
        maker.join();
        System.out.println(order);
    }

    private static void make() {
        for (int i = 0; i < 20; i++) {
            new Left(i);
            if (i % 5 == 0) {
                System.gc();
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
