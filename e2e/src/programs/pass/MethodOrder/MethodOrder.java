import java.lang.reflect.Executable;
import java.util.Arrays;
import java.util.Calendar;

/** Reflection lists members in an order that the VM chooses by where it put their names. */
public class MethodOrder {
    enum Planet {
        MERCURY,
        VENUS,
        EARTH
    }

    interface Shape {
        double area();

        default String describe() {
            return "area " + area();
        }
    }

    static class Square implements Shape {
        private int zebra;
        private int apple;

        @Override
        public double area() {
            return zebra * apple;
        }

        void unlikelyNameOne() {}

        void anotherUnlikelyName() {}

        void zzyzx() {}

        void aardvark() {}

        void middleOfTheRoad() {}
    }

    public static void main(String[] args) {
        for (Class<?> type :
                new Class<?>[] {MethodOrder.class, Square.class, Shape.class, Planet.class, Calendar.class}) {
            System.out.println(type + " " + names(type.getDeclaredMethods()));
            System.out.println(names(type.getMethods()) + " " + Arrays.toString(type.getDeclaredFields()));
            System.out.println(
                    names(type.getDeclaredConstructors()) + " " + Arrays.toString(type.getDeclaredClasses()));
        }
    }

    private static String names(Executable[] executables) {
        return Arrays.stream(executables).map(Executable::getName).toList().toString();
    }
}
