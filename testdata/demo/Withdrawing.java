/** The teller who hands money out, and reads the other one's receipt before going home. */
class Withdrawing extends Thread {
    private final Bank bank;
    int total;
    String seen;

    Withdrawing(Bank bank) {
        super("withdrawing");
        this.bank = bank;
    }

    @Override
    public void run() {
        int amount = 15;
        Bank.nowServing = "Grace";                          // race[display]
        boolean covered = bank.account.covers(amount);
        int cash = bank.drawers[Bank.SHARED_DRAWER];        // race[drawer]
        if (covered && cash >= amount) {
            bank.drawers[2] -= amount;
            total += amount;
        }

        while (!bank.receiptIsReady) {
            Thread.onSpinWait();
        }
        seen = bank.receipt;
        bank.receiptIsTaken = true;
    }
}
