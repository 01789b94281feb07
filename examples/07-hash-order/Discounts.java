import java.util.Set;

/** A customer with a membership and a coupon pays what both leave of the price, in cents. */
public class Discounts {
    private static final Set<String> DISCOUNTS = Set.of("membership", "coupon");

    public static void main(String[] args) {
        int price = 10_000;
        for (String discount : DISCOUNTS) {
            price = reduced(price, discount);
        }
        if (price != 8_500) {
            throw new IllegalStateException("to pay are 8500, not " + price);
        }
    }

    private static int reduced(int price, String discount) {
        return switch (discount) {
            case "membership" -> price - price / 10;
            case "coupon" -> price - 500;
            default -> throw new IllegalArgumentException(discount);
        };
    }
}
