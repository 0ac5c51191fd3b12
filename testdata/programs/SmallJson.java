//@ jars: com.google.code.gson:gson:2.12.1
//@ since: 17
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import com.google.gson.reflect.TypeToken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gson, which writes every field that is not transient, whatever its access. */
public class SmallJson {
    enum State {
        @SerializedName("on")
        ON,
        OFF
    }

    static class Device {
        private String name;
        private int[] samples = {3, 1, 2};
        volatile State state = State.ON;
        final double limit = 0.5;
        transient int forgotten = 8;
        static int made;
        Device inner;
        private Map<String, List<Reading>> readings = new LinkedHashMap<>();

        Device(String name) {
            this.name = name;
        }
    }

    record Reading(long at, Double value) {}

    public static void main(String[] args) throws Exception {
        Gson gson = new GsonBuilder().setPrettyPrinting().create();
        String[] results = new String[8];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            int own = i;
            Thread thread = new Thread(() -> results[own] = write(gson, own));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (String result : results) {
            System.out.println(result);
            Device device = gson.fromJson(result, Device.class);
            System.out.println(device.name + " " + device.state + " " + device.samples.length + " " + device.forgotten + " same " + gson.toJson(device).equals(result));
        }
        List<Reading> readings = gson.fromJson("[{\"at\":1,\"value\":2.5},{\"at\":3}]", new TypeToken<List<Reading>>() {}.getType());
        System.out.println(readings);
        JsonObject object = new JsonObject();
        object.add("tree", gson.toJsonTree(new Device("tree")));
        System.out.println(object);
        for (String wrong : List.of("{\"samples\": 5}", "[", "{\"name\": {}}")) {
            try {
                System.out.println(gson.fromJson(wrong, Device.class).name);
            } catch (JsonParseException expected) {
                expected.printStackTrace();
            }
        }
    }

    private static String write(Gson gson, int own) {
        Device device = new Device("device " + own);
        device.state = State.values()[own % 2];
        if (own % 3 == 0) {
            device.inner = new Device("inner");
        }
        for (int i = 0; i < own; i++) {
            device.readings.computeIfAbsent("sensor " + i % 2, key -> new ArrayList<>()).add(new Reading(i, i / 8.0));
        }
        return gson.toJson(device);
    }
}
