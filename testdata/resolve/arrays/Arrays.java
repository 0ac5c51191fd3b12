/** Arrays have the methods of Object. */
class Arrays {
    static void all(int[] numbers, int[][] rows, Object object) {
        numbers.clone();   //~ resolves java/lang/Object.clone; on [I runs java/lang/Object.clone
        rows.hashCode();    //~ on [[I runs java/lang/Object.hashCode
        object.toString();  //~ on [I runs java/lang/Object.toString; on Arrays runs Arrays.toString
    }

    public String toString() {
        return "";
    }
}
