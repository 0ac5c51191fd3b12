import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Calls static methods and prints, a line each, what they return or which error they end with. The file that is
 * named has a class and a method on each line.
 */
class RunUses {
    public static void main(String[] args) throws Exception {
        StringBuilder answers = new StringBuilder();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] place = line.split(" ");
            answers.append(answer(place[0].replace('/', '.'), place[1])).append('\n');
        }
        System.out.print(answers);
    }

    private static String answer(String type, String method) {
        try {
            String result = (String) Class.forName(type).getMethod(method).invoke(null);
            // What Object.toString returns is the only text that is not a class's name.
            return result.contains("@") ? "java/lang/Object" : result;
        } catch (InvocationTargetException wrapper) {
            return wrapper.getCause().getClass().getSimpleName();
        } catch (LinkageError error) {
            return error.toString();
        } catch (ReflectiveOperationException error) {
            return error.toString();
        }
    }
}
