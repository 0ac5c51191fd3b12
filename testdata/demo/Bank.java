/**
 * One account and two tellers at work on it. Three locations race: the balance, the name on the display and the cash
 * drawer that both tellers use. Two more only look alike: a hand-off orders the receipt, a join orders the totals.
 *
 * <p>Each teller makes its racing accesses, one to each location, before it waits for the other, and neither leaves
 * before both have made them. So nothing orders them in any run, and every run has the same three races.
 */
class Bank {
    static final int SHARED_DRAWER = 0;

    /** The name on the display above the counter. */
    static String nowServing;

    final Account account = new Account(1000);
    final int[] drawers = {500, 100, 100};

    /** Written before {@link #receiptIsReady} is set and read after it was seen: ordered, although without a lock. */
    String receipt;
    volatile boolean receiptIsReady;
    volatile boolean receiptIsTaken;

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        Depositing depositing = new Depositing(bank);
        Withdrawing withdrawing = new Withdrawing(bank);
        depositing.start();
        withdrawing.start();
        depositing.join();
        withdrawing.join();

        // Reads what both threads wrote, after both have ended: ordered by join.
        bank.account.withdraw(withdrawing.total);
        System.out.println("balance " + bank.account.closingBalance());
        System.out.println("cash moved " + (depositing.total + withdrawing.total));
        System.out.println(withdrawing.seen);
    }
}
