interface Api {
    default void added() {}

    void removed();
}
