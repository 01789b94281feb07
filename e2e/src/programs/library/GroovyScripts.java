import groovy.lang.Binding;
import groovy.lang.GroovyShell;

/**
 * Compiles scripts while it runs, in two threads; their classes come from a class loader that generates them. The JVM asks that
 * loader for the types of methods in an order that differs from run to run.
 */
public class GroovyScripts {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> evaluate("Other"));
        other.start();
        evaluate("Main");
        other.join();
    }

    private static void evaluate(String name) {
        Binding binding = new Binding();
        binding.setVariable("start", System.nanoTime());
        GroovyShell shell = new GroovyShell(binding);
        for (int i = 0; i < 3; i++) {
            String type = name + i;
            Object result = shell.evaluate("def parts = (1.." + (i + 3) + ").collect { it * it }\n"
                    + "class " + type + " { int x; int y; String toString() { \"$x/$y\" } }\n"
                    + "def point = new " + type + "(x: parts.sum(), y: new Random().nextInt(1000))\n"
                    + "println \"${point} after ${System.nanoTime() - start} ns, \" + [3, 1, 2].sort()\n"
                    + "return point.hashCode()");
            System.out.println(name + " " + result);
        }
    }
}
