package com.acme;

class Bank {
    static int visitors;

    public static void main(String[] args) throws InterruptedException {
        Account account = new Account();
        Thread teller = new Thread(() -> {
            visitors++;
            account.deposit(100);
        }, "teller");
        teller.start();
        visitors++;
        System.out.println(account.statement());
        teller.join();
    }
}
