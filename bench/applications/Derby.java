package applications;

import java.io.OutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import measured.Measured;

/**
 * Derby, embedded and in memory, under SIZE transactions in the shape of TPC-B's: each moves an amount into an account,
 * its teller and its branch, and writes it down. One connection for each thread; they wait for each other's rows.
 */
public final class Derby extends Driver {
    private static final int QUICK = 2000;
    private static final int FULL = 15_000;

    private static final int BRANCHES = 4;
    private static final int TELLERS = 40;
    private static final int ACCOUNTS = 2000;

    /** Derby's log goes here, by name. */
    public static final OutputStream LOG = OutputStream.nullOutputStream();

    private int iteration;
    private String url;

    private Derby(Measured measured) {
        super(measured);
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("derby.stream.error.field", "applications.Derby.LOG");
        System.setProperty("derby.locks.deadlockTimeout", "1");
        Measured measured = Measured.arguments(args, QUICK, FULL);
        new Derby(measured).measure(measured);
    }

    @Override
    void begin() throws SQLException {
        url = "jdbc:derby:memory:bank" + iteration++;
        try (Connection connection = DriverManager.getConnection(url + ";create=true")) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE branch(id INT PRIMARY KEY, balance BIGINT)");
                statement.execute("CREATE TABLE teller(id INT PRIMARY KEY, branch INT REFERENCES branch, balance BIGINT)");
                statement.execute("CREATE TABLE account(id INT PRIMARY KEY, branch INT REFERENCES branch, balance BIGINT)");
                statement.execute("CREATE TABLE history(teller INT, account INT, amount INT, note VARCHAR(40))");
                statement.execute("CREATE INDEX by_branch ON account(branch)");
            }
            fill(connection, "INSERT INTO branch VALUES(?, 0)", BRANCHES);
            fill(connection, "INSERT INTO teller VALUES(?, ?, 0)", TELLERS);
            fill(connection, "INSERT INTO account VALUES(?, ?, 0)", ACCOUNTS);
            connection.commit();
        }
    }

    private static void fill(Connection connection, String insertion, int rows) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(insertion)) {
            for (int id = 0; id < rows; id++) {
                insert.setInt(1, id);
                if (rows != BRANCHES) {
                    insert.setInt(2, id % BRANCHES);
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @Override
    void work(int worker) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            connection.setAutoCommit(false);
            try (PreparedStatement account = connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
                    PreparedStatement balance = connection.prepareStatement("SELECT a.balance, b.id FROM account a JOIN branch b ON a.branch = b.id WHERE a.id = ?");
                    PreparedStatement teller = connection.prepareStatement("UPDATE teller SET balance = balance + ? WHERE id = ?");
                    PreparedStatement branch = connection.prepareStatement("UPDATE branch SET balance = balance + ? WHERE id = ?");
                    PreparedStatement history = connection.prepareStatement("INSERT INTO history VALUES(?, ?, ?, ?)")) {
                for (int i = worker; i < size; i += threads) {
                    Transfer transfer = new Transfer(i);
                    boolean isDone = false;
                    while (!isDone) {
                        try {
                            update(account, transfer.amount, transfer.account);
                            // A branch is locked from its first reader on: first to write, so that two do not wait in a circle.
                            update(branch, transfer.amount, transfer.account % BRANCHES);
                            read(balance, transfer.account);
                            update(teller, transfer.amount, transfer.teller);
                            history.setInt(1, transfer.teller);
                            history.setInt(2, transfer.account);
                            history.setInt(3, transfer.amount);
                            history.setString(4, "transfer " + i);
                            history.executeUpdate();
                            connection.commit();
                            isDone = true;
                        } catch (SQLException thrown) {
                            // A deadlock, or a lock that was not to be had in time.
                            if (!thrown.getSQLState().startsWith("40")) {
                                throw thrown;
                            }
                            connection.rollback();
                        }
                    }
                }
            }
            connection.commit();
        }
    }

    private static void update(PreparedStatement statement, int amount, int id) throws SQLException {
        statement.setInt(1, amount);
        statement.setInt(2, id);
        require("updated rows", statement.executeUpdate(), 1);
    }

    private static void read(PreparedStatement statement, int account) throws SQLException {
        statement.setInt(1, account);
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            require("the branch", rows.getInt(2), account % BRANCHES);
        }
    }

    @Override
    void verify() throws SQLException {
        long expected = 0;
        for (int i = 0; i < size; i++) {
            expected += new Transfer(i).amount;
        }
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            require("transfers", number(statement, "SELECT COUNT(*) FROM history"), (long) size);
            require("history", number(statement, "SELECT SUM(CAST(amount AS BIGINT)) FROM history"), expected);
            for (String table : new String[] {"branch", "teller", "account"}) {
                require(table, number(statement, "SELECT SUM(balance) FROM " + table), expected);
            }
        }
        expectEnd(url + ";drop=true", "08006");
    }

    @Override
    void end() {
        expectEnd("jdbc:derby:;shutdown=true", "XJ015");
    }

    /** Derby says with an exception that it has dropped a database, or ended. */
    private static void expectEnd(String url, String state) {
        try (Connection connection = DriverManager.getConnection(url)) {
            Measured.fail(url + " gave a connection: " + connection);
        } catch (SQLException expected) {
            require(url, expected.getSQLState(), state);
        }
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static final class Transfer {
        final int account;
        final int teller;
        final int amount;

        Transfer(int number) {
            Random random = new Random(number * 17L + 3);
            account = random.nextInt(ACCOUNTS);
            teller = random.nextInt(TELLERS);
            amount = random.nextInt(20_000) - 10_000;
        }
    }
}
