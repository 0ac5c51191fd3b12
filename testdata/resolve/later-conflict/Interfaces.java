interface First {
    default String name() {
        return "First";
    }
}

interface Second {}

interface Third extends First {}
