/** An account whose withdrawals hold its lock and whose deposits do not. */
class Account {
    private int balance;

    Account(int balance) {
        this.balance = balance;
    }

    void deposit(int amount) {
        balance += amount;                      // race[balance]
    }

    synchronized void withdraw(int amount) {
        balance -= amount;                      // race[balance]
    }

    /** Called when both tellers have gone home. */
    int closingBalance() {
        return balance;
    }
}
