package applications;

import com.hazelcast.config.Config;
import com.hazelcast.config.IndexConfig;
import com.hazelcast.config.IndexType;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicates;
import java.io.Serializable;
import java.util.Map;
import java.util.Random;
import measured.Measured;

/**
 * One member of Hazelcast under SIZE operations of all threads on one map: reads, counting in place, replacing by
 * comparison, and queries by an index. The keys are few, so that the threads meet.
 */
public final class Hazelcast extends Driver {
    private static final int QUICK = 18_000;
    private static final int FULL = 80_000;

    private static final int KEYS = 200;

    private final HazelcastInstance member;
    private IMap<Integer, Account> accounts;

    private Hazelcast(Measured measured, HazelcastInstance member) {
        super(measured);
        this.member = member;
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("hazelcast.logging.type", "none");
        Measured measured = Measured.arguments(args, QUICK, FULL);
        new Hazelcast(measured, com.hazelcast.core.Hazelcast.newHazelcastInstance(alone())).measure(measured);
    }

    /** A member that looks for no others, tells nobody, and stays on the loopback. */
    private static Config alone() {
        Config config = new Config().setClusterName("bench");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.partition.count", "31");
        config.setProperty("hazelcast.operation.thread.count", "2");
        config.getJetConfig().setEnabled(false);
        config.getNetworkConfig().setPort(0).setPortAutoIncrement(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getMapConfig("accounts").addIndexConfig(new IndexConfig(IndexType.HASH, "branch"));
        return config;
    }

    /** Public for the query engine, which reads it by reflection. */
    public static final class Account implements Serializable {
        private final int branch;
        private final long balance;

        Account(int branch, long balance) {
            this.branch = branch;
            this.balance = balance;
        }

        public int getBranch() {
            return branch;
        }

        Account with(long more) {
            return new Account(branch, balance + more);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Account account && account.branch == branch && account.balance == balance;
        }

        @Override
        public int hashCode() {
            return branch * 31 + Long.hashCode(balance);
        }
    }

    private record Adding(long more) implements EntryProcessor<Integer, Account, Long> {
        @Override
        public Long process(Map.Entry<Integer, Account> entry) {
            Account changed = entry.getValue().with(more);
            entry.setValue(changed);
            return changed.balance;
        }
    }

    @Override
    void begin() {
        accounts = member.getMap("accounts");
        for (int key = 0; key < KEYS; key++) {
            accounts.set(key, new Account(key % 10, 0));
        }
    }

    @Override
    void work(int worker) {
        for (int i = worker; i < size; i += threads) {
            Random random = new Random(i);
            int key = random.nextInt(KEYS);
            int amount = amount(i);
            switch (i % 8) {
                case 0 -> accounts.executeOnKey(key, new Adding(amount));
                case 1 -> {
                    boolean isDone = false;
                    while (!isDone) {
                        Account old = accounts.get(key);
                        isDone = accounts.replace(key, old, old.with(amount));
                    }
                }
                case 2 -> {
                    accounts.lock(key);
                    try {
                        accounts.set(key, accounts.get(key).with(amount));
                    } finally {
                        accounts.unlock(key);
                    }
                }
                default -> require("the branch of", key, accounts.get(key).branch, key % 10);
            }
            if (i % 200 == 7) {
                require("accounts of branch", key % 10, accounts.values(Predicates.equal("branch", key % 10)).size(), KEYS / 10);
            }
        }
    }

    private static int amount(int number) {
        return number % 8 < 3 ? number % 1000 : 0;
    }

    @Override
    void verify() {
        long expected = 0;
        for (int i = 0; i < size; i++) {
            expected += amount(i);
        }
        long sum = 0;
        for (Account account : accounts.values()) {
            sum += account.balance;
        }
        require("the sum of all balances", sum, expected);
        accounts.destroy();
    }

    @Override
    void end() {
        member.shutdown();
    }
}
