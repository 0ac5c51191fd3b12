//@ stdin: a line for the program
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Scanner;

/** What stands on standard input is the program's, to the last byte and the end. */
public class StandardInput {
    public static void main(String[] args) throws IOException {
        System.out.println("first byte: " + System.in.read());
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        int number = 1;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            System.out.println("line " + number++ + ": " + line);
        }
        System.out.println("after the end: " + System.in.read());
        System.out.println("still nothing: " + new Scanner(System.in).hasNext());
    }
}
