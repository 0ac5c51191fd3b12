import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Turns orders into JSON and back with Jackson, and prints what came out. */
public class JsonRoundTrip {
    public record Order(long id, String customer, List<Line> lines, Map<String, Double> totals, Payment payment) {}

    public record Line(String item, int count, boolean gift) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Card.class, name = "card"),
        @JsonSubTypes.Type(value = Transfer.class, name = "transfer")
    })
    public interface Payment {}

    public record Card(String number, int[] digits) implements Payment {}

    public record Transfer(String from, String to) implements Payment {}

    public static void main(String[] args) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
        Random random = new Random(42);
        CRC32 sum = new CRC32();
        int characters = 0;
        int differing = 0;
        for (int i = 0; i < 300; i++) {
            Order order = order(i, random);
            String text = mapper.writeValueAsString(order);
            JsonNode tree = mapper.readTree(text);
            Order back = mapper.treeToValue(tree, Order.class);
            String again = mapper.writerWithDefaultPrettyPrinter().writeValueAsString(back);
            if (!mapper.readTree(again).equals(tree)) {
                differing++;
            }
            characters += again.length();
            sum.update(again.getBytes(StandardCharsets.UTF_8));
            if (i % 100 == 0) {
                System.out.println(text);
            }
        }
        System.out.printf("characters %d, checksum %08x, differing %d%n", characters, sum.getValue(), differing);
        try {
            mapper.readValue("{\"id\": 1, \"lines\": [}", Order.class);
        } catch (JsonProcessingException e) {
            System.out.println(e.getOriginalMessage());
        }
    }

    private static Order order(int id, Random random) {
        List<Line> lines = new ArrayList<>();
        Map<String, Double> totals = new TreeMap<>();
        for (int i = random.nextInt(20); i >= 0; i--) {
            String item = "item \u00e9\u4e2d\"" + random.nextInt(1000);
            lines.add(new Line(item, random.nextInt(9), random.nextBoolean()));
            totals.merge(item, random.nextDouble() * 100, Double::sum);
        }
        Payment payment = random.nextBoolean()
                ? new Card("4000 " + random.nextInt(10_000), random.ints(4, 0, 10).toArray())
                : new Transfer("A" + random.nextInt(99), "B" + random.nextInt(99));
        return new Order(id, "customer " + id % 7, lines, totals, payment);
    }
}
