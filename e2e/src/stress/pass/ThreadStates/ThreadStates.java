/** States of threads as another one sees them, where they cannot be mistaken. */
public class ThreadStates {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            int sum = 0;
            for (int i = 0; i < 100_000; i++) {
                sum += i;
            }
            System.out.println("sum " + sum + " " + Thread.currentThread().getState());
        });
        System.out.println(thread.getState() + " " + thread.isAlive());
        thread.start();
        int alive = 0;
        while (thread.isAlive()) {
            alive++;
            Thread.yield();
        }
        System.out.println(thread.getState() + " " + alive);
        try {
            thread.start();
        } catch (IllegalThreadStateException e) {
            System.out.println(e);
        }
    }
}
