class Library extends Ancestor {
    void moved() {}

    void removed() {}

    int retyped() {
        return 0;
    }

    int size;
    static int total;
}
