//@ jars: hsqldb:hsqldb:1.8.0.10
//@ since: 17
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** HSQLDB from the time before stack maps, when `finally` was a subroutine: four threads fill a table. */
public class OldSqlDatabase {
    private static final String URL = "jdbc:hsqldb:mem:old";

    public static void main(String[] args) throws Exception {
        Class.forName("org.hsqldb.jdbcDriver");
        try (Connection connection = DriverManager.getConnection(URL, "sa", "")) {
            Statement statement = connection.createStatement();
            statement.execute("CREATE TABLE word(id INTEGER PRIMARY KEY, text VARCHAR, length INTEGER)");
            statement.execute("CREATE INDEX by_length ON word(length)");
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int own = i;
                Thread thread = new Thread(() -> fill(own));
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            print(statement, "SELECT COUNT(*), SUM(length), MIN(text), MAX(text) FROM word");
            print(statement, "SELECT length, COUNT(*) FROM word GROUP BY length ORDER BY length");
            print(statement, "SELECT a.id, b.id FROM word a, word b WHERE a.id + 1 = b.id AND a.length = 7 AND b.length = 8 AND a.id < 60 ORDER BY a.id");
            print(statement, "SELECT UPPER(text), ABS(0 - id), MOD(id, 7) FROM word WHERE id IN (3, 5, 7) ORDER BY id DESC");
            for (String wrong : List.of("SELECT * FROM nothing", "INSERT INTO word VALUES(1, 'twice', 5)", "SELECT (")) {
                try {
                    statement.execute(wrong);
                    System.out.println("went well: " + wrong);
                } catch (SQLException expected) {
                    System.out.println(expected.getSQLState() + " " + expected.getMessage());
                    expected.printStackTrace();
                }
            }
            statement.execute("SHUTDOWN");
        }
    }

    private static void fill(int own) {
        try (Connection connection = DriverManager.getConnection(URL, "sa", "");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO word VALUES(?, ?, ?)")) {
            for (int i = 0; i < 250; i++) {
                int id = i * 4 + own;
                String text = "word" + "-".repeat(id % 5) + id;
                insert.setInt(1, id);
                insert.setString(2, text);
                insert.setInt(3, text.length());
                insert.executeUpdate();
            }
        } catch (SQLException problem) {
            throw new IllegalStateException(problem);
        }
    }

    private static void print(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    line.append(rows.getString(i)).append(' ');
                }
                System.out.println(line.toString().strip());
            }
        }
    }
}
