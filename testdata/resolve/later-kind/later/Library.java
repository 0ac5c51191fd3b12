class Library {
    static void instance() {}

    void shared() {}
}

class Service {
    void serve() {}
}

interface Tool {
    void use();
}
