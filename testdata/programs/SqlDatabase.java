//@ jars: com.h2database:h2:2.3.232
//@ since: 17
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** H2 in memory: several connections move money at once; the sum stays what it was. */
public class SqlDatabase {
    private static final String URL = "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
    private static final int ACCOUNTS = 20;
    private static final int TRANSFERS = 100;

    enum Kind {
        SAVINGS,
        CURRENT
    }

    record Note(String text, Kind kind, int[] values) implements Serializable {}

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL)) {
            create(connection);
            transfers();
            queries(connection);
            objects(connection);
            failures(connection);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SHUTDOWN");
            }
        }
    }

    private static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account(id INT PRIMARY KEY, kind VARCHAR(10), balance DECIMAL(12, 2) CHECK balance >= 0)");
            statement.execute("CREATE TABLE transfer(source INT REFERENCES account, target INT REFERENCES account, amount DECIMAL(12, 2))");
            statement.execute("CREATE INDEX by_kind ON account(kind, balance)");
            statement.execute("CREATE ALIAS backwards FOR 'SqlDatabase.backwards'");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO account VALUES(?, ?, ?)")) {
            for (int i = 0; i < ACCOUNTS; i++) {
                insert.setInt(1, i);
                insert.setString(2, Kind.values()[i % 2].name());
                insert.setBigDecimal(3, BigDecimal.valueOf(100_000 + i));
                insert.addBatch();
            }
            System.out.println("inserted " + insert.executeBatch().length);
        }
    }

    /** Called by the database. */
    public static String backwards(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    private static void transfers() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(4);
        List<Future<Integer>> done = new ArrayList<>();
        for (int client = 0; client < 4; client++) {
            int seed = client;
            done.add(clients.submit(() -> transfer(seed)));
        }
        int count = 0;
        for (Future<Integer> future : done) {
            count += future.get();
        }
        clients.shutdown();
        System.out.println("transfers " + count);
    }

    private static int transfer(int seed) throws SQLException {
        int done = 0;
        try (Connection connection = DriverManager.getConnection(URL)) {
            connection.setAutoCommit(false);
            try (PreparedStatement take = connection.prepareStatement("UPDATE account SET balance = balance - ? WHERE id = ?");
                    PreparedStatement give = connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
                    PreparedStatement note = connection.prepareStatement("INSERT INTO transfer VALUES(?, ?, ?)")) {
                for (int i = 0; i < TRANSFERS; i++) {
                    int low = (seed + i * 7) % (ACCOUNTS - 1);
                    int high = low + 1;
                    BigDecimal amount = BigDecimal.valueOf(1 + i % 13);
                    while (true) {
                        try {
                            take.setBigDecimal(1, amount);
                            take.setInt(2, low);
                            take.executeUpdate();
                            give.setBigDecimal(1, amount);
                            give.setInt(2, high);
                            give.executeUpdate();
                            note.setInt(1, low);
                            note.setInt(2, high);
                            note.setBigDecimal(3, amount);
                            note.executeUpdate();
                            connection.commit();
                            break;
                        } catch (SQLException deadlock) {
                            connection.rollback();
                        }
                    }
                    done++;
                }
            }
        }
        return done;
    }

    private static void queries(Connection connection) throws SQLException {
        for (String query : List.of(
                "SELECT SUM(balance) total, COUNT(*) number, MIN(id), MAX(backwards(kind)) FROM account",
                "SELECT id, kind, balance FROM account ORDER BY id",
                "SELECT kind, AVG(balance) FROM account GROUP BY kind ORDER BY kind",
                "SELECT source, COUNT(*), SUM(amount) FROM transfer GROUP BY source HAVING SUM(amount) > 100 ORDER BY 3 DESC, 1",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i, i * i, POWER(2, i) FROM n",
                "SELECT a.id, t.target, ROW_NUMBER() OVER (PARTITION BY a.kind ORDER BY a.id, t.target, t.amount) r "
                        + "FROM account a JOIN transfer t ON t.source = a.id ORDER BY a.kind, r FETCH FIRST 10 ROWS ONLY",
                "EXPLAIN SELECT * FROM account WHERE kind = 'SAVINGS' AND balance > 5")) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                ResultSetMetaData columns = rows.getMetaData();
                while (rows.next()) {
                    StringBuilder line = new StringBuilder();
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        line.append(columns.getColumnLabel(i)).append('=').append(rows.getObject(i)).append(' ');
                    }
                    System.out.println(line.toString().strip());
                }
            }
        }
    }

    /** Java objects in a column, written and read by the program. */
    private static void objects(Connection connection) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE note(id INT PRIMARY KEY, content BLOB)");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO note VALUES(?, ?)")) {
            for (int i = 0; i < 5; i++) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                    out.writeObject(new Note("note " + i, Kind.values()[i % 2], new int[] {i, i * i}));
                }
                insert.setInt(1, i);
                insert.setBytes(2, bytes.toByteArray());
                insert.executeUpdate();
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT content FROM note ORDER BY id DESC")) {
            while (rows.next()) {
                try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(rows.getBytes(1)))) {
                    Note note = (Note) in.readObject();
                    System.out.println(note.text() + " " + note.kind() + " " + note.values()[1]);
                }
            }
        }
    }

    private static void failures(Connection connection) throws SQLException {
        for (String wrong : List.of(
                "SELECT nothing FROM nowhere",
                "UPDATE account SET balance = -1 WHERE id = 3",
                "INSERT INTO account VALUES(3, 'TWICE', 0)",
                "SELECT 1 / 0",
                "DELETE FROM account WHERE id = 1 OR TRUE",
                "SELEC 1")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(wrong);
                System.out.println("went well: " + wrong);
            } catch (SQLException expected) {
                System.out.println(expected.getSQLState() + " " + expected.getErrorCode());
                expected.printStackTrace();
            }
        }
    }
}
