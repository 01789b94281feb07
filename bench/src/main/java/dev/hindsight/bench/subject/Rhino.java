package dev.hindsight.bench.subject;

import java.util.List;
import java.util.Random;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Scriptable;

/**
 * Evaluates rules in JavaScript until a pattern kills the interpreter with a null pointer; the scale is thousands of
 * rules.
 */
public final class Rhino {
    private static final List<String> PATTERNS =
            List.of("(a|b)+c", "x[0-9]{2,3}", "(.)\\\\1", "^abc$", "b*?c", "[^x]+[0-3]");
    private static final String FATAL = "^a\\\\1";
    private static final String LETTERS = "abcx0123";
    private static final int LENGTH = 10;
    private static final String RULES = "var hits = {};"
            + "function rule(pattern, text) {"
            + "  var match = text.match(new RegExp(pattern));"
            + "  if (match) hits[match[0]] = (hits[match[0]] || 0) + 1;"
            + "  return match != null;"
            + "}"
            + "function total() { var sum = 0; for (var key in hits) sum += key.length * hits[key]; return sum; }";

    private final Context context;
    private final Scriptable scope;

    private Rhino(Context context) {
        this.context = context;
        this.scope = context.initStandardObjects();
        evaluate(RULES);
    }

    public static void main(String[] arguments) {
        Context context = Context.enter();
        try {
            context.setOptimizationLevel(-1);
            new Rhino(context).run(1000 * Integer.parseInt(arguments[0]));
        } finally {
            Context.exit();
        }
    }

    private void run(int rules) {
        Random random = new Random(173);
        int matches = 0;
        for (int i = 0; i < rules; i++) {
            if (Boolean.TRUE.equals(rule(PATTERNS.get(random.nextInt(PATTERNS.size())), text(random)))) {
                matches++;
            }
        }
        Object total = evaluate("total()");
        try {
            rule(FATAL, "aa");
        } catch (NullPointerException e) {
            System.out.println("killed in " + e.getStackTrace()[0].getMethodName());
        }
        System.out.println("rhino " + matches + " " + total);
    }

    private Object rule(String pattern, String text) {
        return evaluate("rule('" + pattern + "', '" + text + "')");
    }

    private Object evaluate(String script) {
        return context.evaluateString(scope, script, "rules", 1, null);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder("a");
        for (int i = 0; i < LENGTH; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
