package dev.hindsight.app.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up an order with the prices of a file that another program rewrites now and then. */
final class NightlyReport {
    private static final Map<String, Integer> ORDER = order();

    private NightlyReport() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("nightly report of " + Instant.now());
        Map<String, Integer> prices = readPrices(Path.of(arguments[0]));
        int total = 0;
        for (Map.Entry<String, Integer> position : ORDER.entrySet()) {
            int cost = prices.get(position.getKey()) * position.getValue();
            System.out.println("  " + position.getValue() + " x " + position.getKey() + ": " + cost);
            total += cost;
        }
        System.out.println("total: " + total);
    }

    private static Map<String, Integer> readPrices(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        Map<String, Integer> prices = new LinkedHashMap<>();
        for (String line : lines) {
            String[] columns = line.split(",");
            prices.put(columns[0], Integer.parseInt(columns[1]));
        }
        return prices;
    }

    private static Map<String, Integer> order() {
        Map<String, Integer> order = new LinkedHashMap<>();
        order.put("apples", 12);
        order.put("bread", 3);
        order.put("walnuts", 40);
        return order;
    }
}
