package com.acme.audit;

/** The auditor's view of an account. */
class Account {
    static long total(com.acme.Account account) {
        return account.balance;
    }
}
