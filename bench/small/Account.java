package small;

import measured.Measured;

/**
 * THREADS accounts get SIZE deposits each, every account from a thread of its own, and each deposit is added to the
 * bank's total as well. The main thread waits until no thread {@linkplain Thread#isAlive is alive}, and compares.
 *
 * <p>After the account program of RDIT's case study ([RDIT §4.5], figure 4.6). Nobody joins a thread there: a detector
 * that does not know what an {@code isAlive} without success says reports the comparison too.
 *
 * <p>Races: {@link #bankTotal}, to which all threads add without a lock, so that deposits are lost from it. The
 * balances do not race, and are what is checked.
 */
final class Account implements Measured.Program {
    private static final int QUICK = 60_000_000;
    private static final int FULL = 300_000_000;

    private static long bankTotal;

    private final int size;
    private final Account.Owner[] owners;

    private Account(int size, int threads) {
        this.size = size;
        this.owners = new Owner[threads];
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new Account(measured.size, measured.threads));
        measured.done();
    }

    private final class Owner extends Thread {
        private final int id;
        private long balance;

        Owner(int id) {
            super("owner-" + id);
            this.id = id;
        }

        @Override
        public void run() {
            int amount = id;
            for (int i = 0; i < size; i++) {
                amount = next(amount);
                deposit(amount & 0xff);
            }
        }

        private void deposit(int amount) {
            balance += amount;
            bankTotal += amount; // race[a] race[a]
        }
    }

    private static int next(int amount) {
        return amount * 1_664_525 + 1_013_904_223;
    }

    @Override
    public void prepare() {
        bankTotal = 0;
        for (int id = 0; id < owners.length; id++) {
            owners[id] = new Owner(id);
        }
    }

    @Override
    public void run() throws InterruptedException {
        for (Owner owner : owners) {
            owner.start();
        }
        for (int i = 0; i < owners.length; i++) {
            while (owners[i].isAlive()) {
                Thread.sleep(1);
            }
        }
    }

    @Override
    public void check() {
        long sum = 0;
        for (Owner owner : owners) {
            long expected = 0;
            int amount = owner.id;
            for (int i = 0; i < size; i++) {
                amount = next(amount);
                expected += amount & 0xff;
            }
            if (owner.balance != expected) {
                Measured.fail("account " + owner.id + " has " + owner.balance + " instead of " + expected);
            }
            sum += owner.balance;
        }
        // What lost deposits would leave, which is possible and is the point of the race.
        if (bankTotal < 0 || bankTotal > sum) {
            Measured.fail("the bank has " + bankTotal + " of " + sum);
        }
    }
}
