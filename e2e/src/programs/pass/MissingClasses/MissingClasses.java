// without: MissingClasses$Base.class MissingClasses$Helper.class
// same-as-plain
/** Classes that were there when the program was compiled: the errors' stacks lead through the loader. */
public class MissingClasses {
    static class Base {}

    static class Derived extends Base {}

    static class Helper {
        static int help() {
            return 1;
        }
    }

    public static void main(String[] args) {
        attempt(() -> new Derived().toString());
        attempt(() -> new Derived().toString());
        attempt(() -> Helper.help());
        attempt(() -> {
            try {
                Class.forName("MissingClasses$Derived");
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        });
        attempt(() -> {
            try {
                Class.forName("not.There");
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (LinkageError | IllegalStateException e) {
            e.printStackTrace(System.out);
        }
    }
}
