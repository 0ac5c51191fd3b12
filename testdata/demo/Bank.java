/**
 * One account and two tellers at work on it. Three locations race: the balance, the count of customers and the cash
 * drawer that both tellers use. Two more only look alike: a hand-off orders the receipt, a join orders the totals.
 *
 * <p>Each teller makes its racing accesses before it waits for the other, so that they are unordered in every run.
 */
class Bank {
    static final int SHARED_DRAWER = 0;

    static int customers;

    final Account account = new Account(1000);
    final int[] drawers = new int[3];

    /** Written before {@link #receiptIsReady} is set and read after it was seen: ordered, although without a lock. */
    String receipt;
    volatile boolean receiptIsReady;

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        Depositing depositing = new Depositing(bank);
        Withdrawing withdrawing = new Withdrawing(bank);
        depositing.start();
        withdrawing.start();
        depositing.join();
        withdrawing.join();

        // Reads what both threads wrote, after both have ended: ordered by join.
        System.out.println("balance " + bank.account.closingBalance());
        System.out.println("customers " + customers);
        System.out.println("cash moved " + (depositing.total + withdrawing.total));
        System.out.println(withdrawing.seen);
    }
}
