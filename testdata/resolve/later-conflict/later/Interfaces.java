interface First {
    default String name() {
        return "First";
    }
}

interface Second {
    default String name() {
        return "Second";
    }
}

interface Third extends First {
    default String name() {
        return "Third";
    }
}
