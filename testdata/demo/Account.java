/** An account that is read under its lock and written without it: whoever deposits forgets the lock. */
class Account {
    private int balance;

    Account(int balance) {
        this.balance = balance;
    }

    void deposit(int amount) {
        balance += amount;                      // race[balance]
    }

    synchronized boolean covers(int amount) {
        return balance >= amount;               // race[balance]
    }

    synchronized void withdraw(int amount) {
        balance -= amount;
    }

    /** Called when both tellers have gone home. */
    int closingBalance() {
        return balance;
    }
}
