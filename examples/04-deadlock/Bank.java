/** Money is moved from one account to another, under the locks of both. */
public class Bank {
    private static final int TRANSFERS = 20;

    private static final class Account {
        private int balance = 1000;
    }

    public static void main(String[] args) {
        Account savings = new Account();
        Account checking = new Account();
        new Thread(() -> transfer(savings, checking), "saver").start();
        new Thread(() -> transfer(checking, savings), "spender").start();
    }

    private static void transfer(Account from, Account to) {
        for (int transfer = 0; transfer < TRANSFERS; transfer++) {
            synchronized (from) {
                from.balance -= 10;
                synchronized (to) {
                    to.balance += 10;
                }
            }
        }
    }
}
