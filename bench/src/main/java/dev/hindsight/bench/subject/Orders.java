package dev.hindsight.bench.subject;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;

/** Two threads enter orders into a database in memory, each for a shop of its own; the scale is hundreds of orders. */
public final class Orders {
    private static final String URL = "jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000";
    private static final int ITEMS = 500;

    private Orders() {}

    public static void main(String[] arguments) throws SQLException, InterruptedException {
        int orders = 100 * Integer.parseInt(arguments[0]);
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("create table stock(shop int, item int, pieces int, primary key(shop, item))");
            statement.execute(
                    "create table sold(shop int, number int, item int, pieces int, primary key(shop, number))");
            for (int shop = 0; shop < Team.THREADS; shop++) {
                statement.execute("insert into stock select " + shop + ", x, 1000 from system_range(1, " + ITEMS + ")");
            }
            Team.divide(Team.THREADS, (shop, next) -> sell(shop, orders));
            try (ResultSet sums = statement.executeQuery(
                    "select (select sum(pieces) from stock), (select sum(pieces) from sold), (select count(*) from sold)")) {
                sums.next();
                System.out.println("orders " + sums.getLong(1) + " " + sums.getLong(2) + " " + sums.getLong(3));
            }
        }
    }

    private static void sell(int shop, int orders) throws SQLException {
        Random random = new Random(shop);
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement look = connection.prepareStatement(
                        "select pieces from stock where shop = " + shop + " and item = ? for update");
                PreparedStatement take = connection.prepareStatement(
                        "update stock set pieces = pieces - ? where shop = " + shop + " and item = ?");
                PreparedStatement book =
                        connection.prepareStatement("insert into sold values(" + shop + ", ?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int number = 0; number < orders; number++) {
                int item = 1 + random.nextInt(ITEMS);
                int pieces = 1 + random.nextInt(5);
                look.setInt(1, item);
                try (ResultSet left = look.executeQuery()) {
                    left.next();
                    if (left.getInt(1) < pieces) {
                        connection.rollback();
                        continue;
                    }
                }
                take.setInt(1, pieces);
                take.setInt(2, item);
                take.executeUpdate();
                book.setInt(1, number);
                book.setInt(2, item);
                book.setInt(3, pieces);
                book.executeUpdate();
                connection.commit();
            }
        }
    }
}
