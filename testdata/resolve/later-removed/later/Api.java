interface Api {
    void added();
}
