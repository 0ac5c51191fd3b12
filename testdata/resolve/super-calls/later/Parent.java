class Parent extends Grand {
    void run() {}
}
