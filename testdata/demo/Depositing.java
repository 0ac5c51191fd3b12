/** The teller who takes money in, and writes the receipt that the other one waits for. */
class Depositing extends Thread {
    private final Bank bank;
    int total;

    Depositing(Bank bank) {
        super("depositing");
        this.bank = bank;
    }

    @Override
    public void run() {
        for (int amount = 10; amount <= 50; amount += 10) {
            bank.drawers[1] += amount;
            total += amount;
        }
        Bank.nowServing = "Ada";                            // race[display]
        bank.account.deposit(total);
        bank.drawers[Bank.SHARED_DRAWER] += total;          // race[drawer]

        bank.receipt = "deposited " + total;
        bank.receiptIsReady = true;
        while (!bank.receiptIsTaken) {
            Thread.onSpinWait();
        }
    }
}
