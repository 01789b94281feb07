import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A database in a file, and a driver that is pure Java; it has threads of its own. */
public class EmbeddedDatabase {
    public static void main(String[] args) throws SQLException {
        String url = "jdbc:h2:" + Path.of("base").toAbsolutePath();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("create table item(id uuid default random_uuid(), at timestamp(9), number int)");
            try (PreparedStatement insert =
                    connection.prepareStatement("insert into item(at, number) values(current_timestamp(9), ?)")) {
                for (int i = 0; i < 50; i++) {
                    insert.setInt(1, i);
                    insert.executeUpdate();
                }
            }
            try (ResultSet found = statement.executeQuery("select * from item order by id limit 5")) {
                while (found.next()) {
                    System.out.println(found.getString(1) + " " + found.getString(2) + " " + found.getInt(3));
                }
            }
        }
    }
}
