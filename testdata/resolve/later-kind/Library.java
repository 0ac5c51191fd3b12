class Library {
    void instance() {}

    static void shared() {}
}

interface Service {
    void serve();
}

class Tool {
    void use() {}
}
