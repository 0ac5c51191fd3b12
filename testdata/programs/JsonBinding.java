//@ jars: com.fasterxml.jackson.core:jackson-databind:2.18.3 com.fasterxml.jackson.core:jackson-core:2.18.3 com.fasterxml.jackson.core:jackson-annotations:2.18.3
//@ since: 17
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Jackson, which finds fields, getters, constructors and records by reflection, from eight threads at once. */
public class JsonBinding {
    enum Unit {
        GRAM,
        LITRE
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({@JsonSubTypes.Type(value = Circle.class, name = "circle"), @JsonSubTypes.Type(value = Square.class, name = "square")})
    interface Shape {}

    record Circle(double radius, Point centre) implements Shape {}

    record Square(double side, @JsonProperty("corner") Point at) implements Shape {}

    record Point(int x, int y) {}

    /** Everything that is visible is a property: a field that a tool added would be one too. */
    public static class Open {
        public int number;
        public String text;
        public long[] values;
        public transient int skipped = 9;
        public Map<Unit, Double> amounts = new EnumMap<>(Unit.class);
        protected int hidden = 3;
        int packaged = 4;
        private int secret = 5;
        public List<Shape> shapes = new ArrayList<>();

        public int getComputed() {
            return number * 2;
        }

        public boolean isGood() {
            return number > 3;
        }

        public void setComputed(int ignored) {}

        public void setGood(boolean ignored) {}
    }

    public static class Fields {
        public int zebra = 1;
        public long ant = 2;
        public volatile String mouse = "three";
        public final double[] bear = {4};
    }

    public static class Bean {
        private String name;
        private volatile int count;
        private Bean next;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public int getCount() {
            return count;
        }

        public void setCount(int count) {
            this.count = count;
        }

        public Bean getNext() {
            return next;
        }

        public void setNext(Bean next) {
            this.next = next;
        }
    }

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = JsonMapper.builder()
                .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build();
        ExecutorService workers = Executors.newFixedThreadPool(8);
        List<Future<String>> results = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int own = i;
            results.add(workers.submit(() -> roundTrip(mapper, own)));
        }
        for (Future<String> result : results) {
            System.out.println(result.get());
        }
        workers.shutdown();
        // In the order in which reflection gives the fields, which is that of the source; that of methods is not.
        System.out.println(new ObjectMapper().writeValueAsString(new Fields()));
        System.out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(open(5)));
        failures(mapper);
    }

    private static Open open(int seed) {
        Open open = new Open();
        open.number = seed;
        open.text = "text \"" + seed + "\" \u00e4\n";
        open.values = new long[] {seed, (long) seed << 40};
        open.amounts.put(Unit.LITRE, seed / 4.0);
        open.shapes.add(new Circle(seed, new Point(seed, -seed)));
        open.shapes.add(new Square(seed * 0.5, null));
        return open;
    }

    private static String roundTrip(ObjectMapper mapper, int seed) throws JsonProcessingException {
        String first = mapper.writeValueAsString(open(seed));
        String second = mapper.writeValueAsString(mapper.readValue(first, Open.class));
        Bean bean = new Bean();
        for (int i = 0; i < seed % 5; i++) {
            Bean outer = new Bean();
            outer.setName("bean " + i);
            outer.setCount(i * seed);
            outer.setNext(bean);
            bean = outer;
        }
        String beans = mapper.writeValueAsString(mapper.convertValue(mapper.readTree(mapper.writeValueAsString(bean)), Bean.class));
        JsonNode tree = mapper.readTree(first);
        Map<String, Integer> sizes = new TreeMap<>();
        tree.fields().forEachRemaining(entry -> sizes.put(entry.getKey(), entry.getValue().size()));
        return first.equals(second) + " " + tree.at("/shapes/0/centre/y") + " " + sizes + " " + beans;
    }

    private static void failures(ObjectMapper mapper) {
        for (String wrong : List.of("{", "{\"number\": \"many\"}", "{\"unknown\": 1}", "{\"shapes\": [{\"type\": \"ball\"}]}", "{\"amounts\": {\"METRE\": 1}}")) {
            try {
                mapper.readValue(wrong, Open.class);
                System.out.println("went well: " + wrong);
            } catch (JsonProcessingException expected) {
                System.out.println(expected.getMessage());
                expected.printStackTrace();
            }
        }
    }
}
