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
            bank.account.deposit(amount);
            bank.drawers[Bank.SHARED_DRAWER] += amount;     // race[drawer]
            bank.drawers[1] += amount;
            Bank.customers++;                               // race[customers]
            total += amount;
        }
        bank.receipt = "deposited " + total;
        bank.receiptIsReady = true;
    }
}
