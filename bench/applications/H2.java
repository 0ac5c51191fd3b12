package applications;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import measured.Measured;

/**
 * H2 in memory under SIZE transactions in the shape of TPC-C's: orders, payments and enquiries, by one connection for
 * each thread. What a transaction asks for depends on its number alone, so that the sums are the same in any order.
 */
public final class H2 extends Driver {
    private static final int QUICK = 5000;
    private static final int FULL = 25_000;

    private static final int WAREHOUSES = 2;
    private static final int DISTRICTS = 10;
    private static final int CUSTOMERS = 30;
    private static final int ITEMS = 200;

    private static final String[] SCHEMA = {
        "CREATE TABLE warehouse(id INT PRIMARY KEY, paid BIGINT)",
        "CREATE TABLE district(warehouse INT, id INT, next_order INT, paid BIGINT, PRIMARY KEY(warehouse, id))",
        "CREATE TABLE customer(warehouse INT, district INT, id INT, name VARCHAR(30), paid BIGINT, PRIMARY KEY(warehouse, district, id))",
        "CREATE TABLE item(id INT PRIMARY KEY, name VARCHAR(30), price INT)",
        "CREATE TABLE stock(warehouse INT, item INT, quantity BIGINT, sold BIGINT, PRIMARY KEY(warehouse, item))",
        "CREATE TABLE orders(warehouse INT, district INT, id INT, customer INT, lines INT, PRIMARY KEY(warehouse, district, id))",
        "CREATE TABLE line(warehouse INT, district INT, orders INT, number INT, item INT, quantity INT, amount BIGINT, PRIMARY KEY(warehouse, district, orders, number))",
        "CREATE TABLE history(warehouse INT, district INT, customer INT, amount BIGINT)",
        "CREATE INDEX by_customer ON orders(warehouse, district, customer)",
    };

    private int iteration;
    private String url;

    private H2(Measured measured) {
        super(measured);
    }

    public static void main(String[] args) throws Exception {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        new H2(measured).measure(measured);
    }

    @Override
    void begin() throws SQLException {
        url = "jdbc:h2:mem:shop" + iteration++ + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String definition : SCHEMA) {
                statement.execute(definition);
            }
            String warehouses = "SYSTEM_RANGE(1, " + WAREHOUSES + ") w";
            String districts = warehouses + ", SYSTEM_RANGE(1, " + DISTRICTS + ") d";
            statement.execute("INSERT INTO warehouse SELECT w.x, 0 FROM " + warehouses);
            statement.execute("INSERT INTO district SELECT w.x, d.x, 1, 0 FROM " + districts);
            statement.execute("INSERT INTO customer SELECT w.x, d.x, c.x, 'customer ' || c.x, 0 FROM " + districts
                    + ", SYSTEM_RANGE(1, " + CUSTOMERS + ") c");
            statement.execute("INSERT INTO item SELECT x, 'item ' || x, 100 + x FROM SYSTEM_RANGE(1, " + ITEMS + ")");
            statement.execute("INSERT INTO stock SELECT w.x, i.id, 1000000, 0 FROM item i, " + warehouses);
        }
    }

    @Override
    void work(int worker) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            connection.setAutoCommit(false);
            Terminal terminal = new Terminal(connection);
            for (int i = worker; i < size; i += threads) {
                while (!terminal.isDone(i)) {
                    connection.rollback();
                }
            }
        }
    }

    @Override
    void verify() throws SQLException {
        long orders = 0;
        long lines = 0;
        long sold = 0;
        long paid = 0;
        for (int i = 0; i < size; i++) {
            Request request = new Request(i);
            if (request.kind == Request.ORDER) {
                orders++;
                lines += request.items.length;
                for (int quantity : request.quantities) {
                    sold += quantity;
                }
            } else if (request.kind == Request.PAYMENT) {
                paid += request.amount;
            }
        }
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            require("orders", number(statement, "SELECT COUNT(*) FROM orders"), orders);
            require("orders counted", number(statement, "SELECT SUM(next_order - 1) FROM district"), orders);
            require("lines", number(statement, "SELECT COUNT(*) FROM line"), lines);
            require("sold", number(statement, "SELECT SUM(sold) FROM stock"), sold);
            require("in stock", number(statement, "SELECT SUM(1000000 - quantity) FROM stock"), sold);
            require("ordered", number(statement, "SELECT SUM(quantity) FROM line"), sold);
            for (String table : new String[] {"warehouse", "district", "customer"}) {
                require("paid to each " + table, number(statement, "SELECT SUM(paid) FROM " + table), paid);
            }
            require("paid", number(statement, "SELECT SUM(amount) FROM history"), paid);
            statement.execute("SHUTDOWN");
        }
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** What a transaction is to do. */
    private static final class Request {
        static final int ORDER = 0;
        static final int PAYMENT = 1;
        static final int ENQUIRY = 2;

        final int kind;
        final int warehouse;
        final int district;
        final int customer;
        final int amount;
        final int[] items;
        final int[] quantities;

        Request(int number) {
            Random random = new Random(number * 31L + 7);
            int percent = random.nextInt(100);
            kind = percent < 45 ? ORDER : percent < 88 ? PAYMENT : ENQUIRY;
            warehouse = 1 + random.nextInt(WAREHOUSES);
            district = 1 + random.nextInt(DISTRICTS);
            customer = 1 + random.nextInt(CUSTOMERS);
            amount = 1 + random.nextInt(5000);
            // In ascending order, so that two orders never wait for each other.
            items = random.ints(1, ITEMS + 1).distinct().limit(5 + random.nextInt(6)).sorted().toArray();
            quantities = random.ints(items.length, 1, 11).toArray();
        }
    }

    /** A connection and its statements. */
    private static final class Terminal {
        private final Connection connection;
        private final PreparedStatement nextOrder;
        private final PreparedStatement takeOrder;
        private final PreparedStatement insertOrder;
        private final PreparedStatement price;
        private final PreparedStatement sell;
        private final PreparedStatement insertLine;
        private final PreparedStatement[] pay;
        private final PreparedStatement record;
        private final PreparedStatement lastOrder;

        Terminal(Connection connection) throws SQLException {
            this.connection = connection;
            nextOrder = connection.prepareStatement("SELECT next_order FROM district WHERE warehouse = ? AND id = ? FOR UPDATE");
            takeOrder = connection.prepareStatement("UPDATE district SET next_order = next_order + 1 WHERE warehouse = ? AND id = ?");
            insertOrder = connection.prepareStatement("INSERT INTO orders VALUES(?, ?, ?, ?, ?)");
            price = connection.prepareStatement("SELECT price FROM item WHERE id = ?");
            sell = connection.prepareStatement("UPDATE stock SET quantity = quantity - ?, sold = sold + ? WHERE warehouse = ? AND item = ?");
            insertLine = connection.prepareStatement("INSERT INTO line VALUES(?, ?, ?, ?, ?, ?, ?)");
            pay = new PreparedStatement[] {
                connection.prepareStatement("UPDATE warehouse SET paid = paid + ? WHERE id = ?"),
                connection.prepareStatement("UPDATE district SET paid = paid + ? WHERE warehouse = ? AND id = ?"),
                connection.prepareStatement("UPDATE customer SET paid = paid + ? WHERE warehouse = ? AND district = ? AND id = ?"),
            };
            record = connection.prepareStatement("INSERT INTO history VALUES(?, ?, ?, ?)");
            lastOrder = connection.prepareStatement("SELECT o.id, COUNT(*), SUM(l.amount) FROM orders o JOIN line l "
                    + "ON l.warehouse = o.warehouse AND l.district = o.district AND l.orders = o.id "
                    + "WHERE o.warehouse = ? AND o.district = ? AND o.customer = ? GROUP BY o.id, o.lines HAVING COUNT(*) <> o.lines");
        }

        /** Whether the transaction was committed; if not, another was in its way. */
        boolean isDone(int number) throws SQLException {
            Request request = new Request(number);
            try {
                switch (request.kind) {
                    case Request.ORDER -> order(request);
                    case Request.PAYMENT -> payment(request);
                    default -> enquire(request);
                }
                connection.commit();
                return true;
            } catch (SQLException thrown) {
                String state = thrown.getSQLState();
                if ("40001".equals(state) || "HYT00".equals(state) || "90131".equals(state)) {
                    return false;
                }
                throw thrown;
            }
        }

        private void order(Request request) throws SQLException {
            int id = integer(with(nextOrder, request.warehouse, request.district));
            with(takeOrder, request.warehouse, request.district).executeUpdate();
            with(insertOrder, request.warehouse, request.district, id, request.customer, request.items.length).executeUpdate();
            for (int i = 0; i < request.items.length; i++) {
                int item = request.items[i];
                int quantity = request.quantities[i];
                int cost = integer(with(price, item));
                with(sell, quantity, quantity, request.warehouse, item).executeUpdate();
                with(insertLine, request.warehouse, request.district, id, i, item, quantity, cost * quantity).executeUpdate();
            }
        }

        private void payment(Request request) throws SQLException {
            with(pay[0], request.amount, request.warehouse).executeUpdate();
            with(pay[1], request.amount, request.warehouse, request.district).executeUpdate();
            with(pay[2], request.amount, request.warehouse, request.district, request.customer).executeUpdate();
            with(record, request.warehouse, request.district, request.customer, request.amount).executeUpdate();
        }

        /** An order is seen with all of its lines or not at all. */
        private void enquire(Request request) throws SQLException {
            try (ResultSet rows = with(lastOrder, request.warehouse, request.district, request.customer).executeQuery()) {
                if (rows.next()) {
                    Measured.fail("order " + rows.getInt(1) + " was seen with " + rows.getInt(2) + " lines");
                }
            }
        }

        private static int integer(PreparedStatement query) throws SQLException {
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }

        private static PreparedStatement with(PreparedStatement statement, int... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                statement.setInt(i + 1, values[i]);
            }
            return statement;
        }
    }
}
