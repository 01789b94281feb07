package dev.hindsight.agent.instrument;

import dev.hindsight.runtime.Vm;

/**
 * Classes of the JDK that may be used without a turn, and those in which threads can be made to wait. They are initialised before: which
 * thread does so would be left to chance, and to link a class draws an identity hash.
 */
final class ComputingClasses {
    private static final String[] NAMES = {
        "java.lang.ArithmeticException",
        "java.lang.ArrayIndexOutOfBoundsException",
        "java.lang.ArrayStoreException",
        "java.lang.ClassCastException",
        "java.lang.NegativeArraySizeException",
        "java.lang.NumberFormatException",
        "java.lang.StringIndexOutOfBoundsException",
        "java.lang.StrictMath",
        "java.lang.FdLibm",
        "java.lang.CharacterDataLatin1",
        "java.lang.CharacterData00",
        "java.lang.CharacterData01",
        "java.lang.CharacterData02",
        "java.lang.CharacterData03",
        "java.lang.CharacterData0E",
        "java.lang.CharacterDataPrivateUse",
        "java.lang.CharacterDataUndefined",
        "java.lang.Byte$ByteCache",
        "java.lang.Short$ShortCache",
        "java.lang.Character$CharacterCache",
        "java.lang.Integer$IntegerCache",
        "java.lang.Long$LongCache"
    };

    private ComputingClasses() {}

    static void initialise() {
        for (String name : NAMES) {
            initialise(name);
        }
    }

    /** Classes that only one of the two runs may use, as a part of the JDK does where a thread ends. */
    static void initialiseAll(String... names) {
        for (String name : names) {
            initialise(name);
        }
    }

    private static void initialise(String name) {
        try {
            Class<?> type = Class.forName(name, false, null);
            Vm.ensureInitialized(type);
            for (Class<?> nested : type.getDeclaredClasses()) {
                Vm.ensureInitialized(nested);
            }
        } catch (ClassNotFoundException e) {
            // Not every release has all of them.
        }
    }
}
