package dev.hindsight.bench.subject;

import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Durability;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/** Two threads change entries of a database on disk, each its own ones; the scale is hundreds of transactions. */
public final class Entries {
    private static final int KEYS = 20_000;

    private Entries() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int changes = 100 * Integer.parseInt(arguments[0]);
        try (Scratch scratch = new Scratch("entries")) {
            EnvironmentConfig setting = new EnvironmentConfig();
            setting.setAllowCreate(true);
            setting.setTransactional(true);
            setting.setCacheSize(32 << 20);
            setting.setDurability(Durability.COMMIT_WRITE_NO_SYNC);
            DatabaseConfig form = new DatabaseConfig();
            form.setAllowCreate(true);
            form.setTransactional(true);
            long sum;
            try (Environment environment = new Environment(scratch.directory().toFile(), setting);
                    Database database = environment.openDatabase(null, "entries", form)) {
                Team.divide(Team.THREADS, (thread, next) -> change(environment, database, thread, changes));
                sum = sum(database);
            }
            System.out.println("entries " + sum);
        }
    }

    private static void change(Environment environment, Database database, int thread, int changes) {
        Random random = new Random(thread);
        for (int i = 0; i < changes; i++) {
            Transaction transaction = environment.beginTransaction(null, null);
            DatabaseEntry key = entry(KEYS * thread + random.nextInt(KEYS));
            DatabaseEntry old = new DatabaseEntry();
            boolean known = database.get(transaction, key, old, LockMode.RMW) == OperationStatus.SUCCESS;
            database.put(transaction, key, entry(known ? number(old) + 1 : 1));
            if (i % 16 == 15) {
                transaction.abort();
            } else {
                transaction.commit();
            }
        }
    }

    private static long sum(Database database) {
        long sum = 0;
        for (int key = 0; key < KEYS * Team.THREADS; key++) {
            DatabaseEntry found = new DatabaseEntry();
            if (database.get(null, entry(key), found, LockMode.DEFAULT) == OperationStatus.SUCCESS) {
                sum = 31 * sum + number(found);
            }
        }
        return sum;
    }

    private static DatabaseEntry entry(int number) {
        return new DatabaseEntry(
                ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    private static int number(DatabaseEntry entry) {
        return ByteBuffer.wrap(entry.getData()).getInt();
    }
}
