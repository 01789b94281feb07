package dev.hindsight.bench.subject;

import java.util.Arrays;
import java.util.Random;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Routes messages in JSON, some of them cut short, until one fails in a way that the parser does not announce; the scale
 * is thousands of messages.
 */
public final class Json2009 {
    private static final int QUEUES = 32;
    private static final int ONE_IN_BROKEN = 50;

    private Json2009() {}

    public static void main(String[] arguments) {
        int messages = 1000 * Integer.parseInt(arguments[0]);
        Random random = new Random(2009);
        long[] queues = new long[QUEUES];
        for (int i = 0; i < messages; i++) {
            route(message(random), queues);
        }
        try {
            route("{\"to\":3,\"text\":\"\\u00zz\"}", queues);
        } catch (NumberFormatException e) {
            System.out.println("failed: " + e.getMessage());
        }
        System.out.println("json2009 " + Arrays.hashCode(queues));
    }

    private static String message(Random random) {
        String end = random.nextInt(ONE_IN_BROKEN) == 0 ? "" : "}";
        return "{\"to\":" + random.nextInt(QUEUES) + ",\"text\":\"caf\\u00e9 " + random.nextInt()
                + "\",\"tags\":[1,2.5,true,null]" + end;
    }

    private static void route(String text, long[] queues) {
        try {
            JSONObject message = new JSONObject(text);
            queues[message.getInt("to")] += message.getString("text").length()
                    + message.getJSONArray("tags").length();
        } catch (JSONException e) {
            queues[0]++;
        }
    }
}
