/** Compiled when its superclass did not have the method; what runs is the new one all the same. */
class Grand {
    void run() {}
}

class Parent extends Grand {}

class Child extends Parent {
    void run() {
        super.run();  //~ on Child runs Parent.run
    }
}
