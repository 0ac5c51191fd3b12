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
        for (int amount = 1; amount <= 5; amount++) {
            bank.account.withdraw(amount);
            bank.drawers[Bank.SHARED_DRAWER] -= amount;     // race[drawer]
            bank.drawers[2] += amount;
            Bank.customers++;                               // race[customers]
            total += amount;
        }
        while (!bank.receiptIsReady) {
            Thread.onSpinWait();
        }
        seen = bank.receipt;
    }
}
