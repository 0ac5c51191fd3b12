class Library extends Ancestor {
    long retyped() {
        return 0;
    }

    long size;
}
