package com.acme;

/** Deposits are made under the lock, but the statement is printed without it. */
class Account {
    int balance;

    synchronized void deposit(int amount) {
        balance += amount;
    }

    String statement() {
        return "balance: " + balance;
    }
}
