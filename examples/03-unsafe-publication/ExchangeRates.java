import java.util.HashMap;
import java.util.Map;

/** The rates to the euro are loaded when a till needs them for the first time. */
public class ExchangeRates {
    private static final String[] LINES = {
        "USD=0.92", "GBP=1.17", "CHF=1.05", "SEK=0.087", "NOK=0.086", "DKK=0.134", "PLN=0.23", "JPY=0.0061"
    };

    private Map<String, Double> rates;

    public static void main(String[] args) {
        ExchangeRates exchange = new ExchangeRates();
        for (int till = 1; till <= 4; till++) {
            new Thread(() -> exchange.toEuro("JPY", 1000), "till-" + till).start();
        }
    }

    private double toEuro(String currency, double amount) {
        return amount * rates().get(currency);
    }

    private Map<String, Double> rates() {
        if (rates == null) {
            load();
        }
        return rates;
    }

    private synchronized void load() {
        if (rates == null) {
            rates = new HashMap<>();
            for (String line : LINES) {
                String[] parts = line.split("=");
                rates.put(parts[0], Double.valueOf(parts[1]));
            }
        }
    }
}
