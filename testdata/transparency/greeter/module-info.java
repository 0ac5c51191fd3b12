//@ module: greeter/greeter.Main
module greeter {
    requires java.logging;
    exports greeter;
    uses java.util.function.Supplier;
    provides java.util.function.Supplier with greeter.inner.Hello;
}
