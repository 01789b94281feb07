package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_VOLATILE;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.GETSTATIC;

import dev.hindsight.agent.patch.Ahead;
import dev.hindsight.agent.patch.Lending;
import dev.hindsight.runtime.Links;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Tells what a class of the program may do without its turn: compute with numbers, arrays, its own fields and its own methods,
 * and call those few methods of the JDK that touch nothing but what they are given. All else needs the turn: monitors, volatile
 * fields, the JDK, and whatever may initialise a class.
 */
final class Unordered {
    private static final String LAMBDA = "$$Lambda";
    private static final String TEXT = "Ljava/lang/String;";

    private static final Set<String> FLOATS = Set.of("java/lang/Float", "java/lang/Double");
    private static final String BUILDER = "java/lang/StringBuilder";
    private static final Set<String> STRINGS = Set.of("java/lang/String", BUILDER);
    private static final Set<String> OF_STRINGS = Set.of(
            "charAt",
            "length",
            "isEmpty",
            "equals",
            "compareTo",
            "startsWith",
            "endsWith",
            "indexOf",
            "substring",
            "setLength",
            "toString",
            "<init>");
    private static final Set<String> APPENDED = Set.of("(Z)", "(C)", "(I)", "(J)", "(" + TEXT + ")");

    private static final Set<String> OTHERS = Set.of(
            "java/lang/Object.<init>",
            "java/lang/Object.getClass",
            "java/lang/Enum.ordinal",
            "java/lang/System.arraycopy");

    /** Types that are there from the beginning. */
    private static final Set<String> LOADED = Set.of(
            "java/lang/Object",
            "java/lang/String",
            "java/lang/CharSequence",
            "java/lang/Comparable",
            "java/lang/Number",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Boolean",
            "java/lang/Double",
            "java/lang/Float",
            "java/lang/Iterable",
            "java/lang/Runnable",
            "java/util/List",
            "java/util/Map",
            "java/util/Collection",
            "java/util/Set");

    private static final Set<String> MADE = Set.of("java/lang/Object", BUILDER);

    /** Methods of the JDK that do not keep the array they get. */
    private static final Set<String> COPIES = Set.of("nextBytes", "update", "digest");

    /** Methods of the JDK that make the array they return. */
    private static final Set<String> FRESH = Set.of(
            "toArray",
            "toCharArray",
            "getBytes",
            "copyOf",
            "copyOfRange",
            "split",
            "readAllBytes",
            "readNBytes",
            "toByteArray");

    /** What arrays are, too. */
    private static final Set<String> SUPERTYPES =
            Set.of("java/lang/Object", "java/lang/Cloneable", "java/io/Serializable");

    private final String self;
    /** The class that is initialised when this one runs. */
    private final String host;

    /** Whether what other threads may change meanwhile is left alone, too. */
    private final boolean exact;

    private final Set<String> fields = new HashSet<>();
    private final Set<String> volatiles = new HashSet<>();
    private final Set<String> constants = new HashSet<>();
    private final Set<String> methods = new HashSet<>();

    private final Ahead ahead;

    private Unordered(String self, boolean exact, Ahead ahead) {
        this.self = self;
        this.exact = exact;
        this.ahead = ahead;
        int lambda = self.indexOf(LAMBDA);
        this.host = lambda < 0 ? self : self.substring(0, lambda);
    }

    static Unordered of(ClassReader reader, Lending lending, Ahead ahead) {
        Unordered found = new Unordered(reader.getClassName(), lending == Lending.OWN, ahead);
        reader.accept(
                new ClassVisitor(ASM9) {
                    @Override
                    public FieldVisitor visitField(
                            int access, String name, String descriptor, String signature, Object value) {
                        ((access & ACC_VOLATILE) == 0 ? found.fields : found.volatiles).add(name);
                        if ((access & ACC_FINAL) != 0) {
                            found.constants.add(name);
                        }
                        return null;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] thrown) {
                        if ((access & ACC_NATIVE) == 0) {
                            found.methods.add(name + descriptor);
                        }
                        return null;
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES | ClassReader.SKIP_CODE);
        return found;
    }

    /** What was found out about the class before the program ran. */
    Ahead ahead() {
        return ahead;
    }

    String self() {
        return self;
    }

    /** Whether an object of a type may be made. */
    boolean makes(String type) {
        return type.equals(host) || MADE.contains(type);
    }

    /**
     * Whether code may name a type, which may have to be loaded then: which thread does so must not be left to chance.
     *
     * @param type a class's internal name, or an array's descriptor
     */
    boolean names(String type) {
        String element = type.substring(type.lastIndexOf('[') + 1);
        boolean ofArray = element.length() < type.length();
        String name = ofArray && element.startsWith("L") ? element.substring(1, element.length() - 1) : element;
        return ofArray && element.length() == 1 || name.equals(host) || LOADED.contains(name);
    }

    /** Whether a field may be read and written, if nothing is left alone but what needs an order. */
    boolean accesses(String owner, String field) {
        return owner.equals(self) && fields.contains(field);
    }

    /** Whether a static field may be read as long as nobody writes any. */
    boolean reads(int opcode, String owner, String field) {
        return exact && opcode == GETSTATIC && owner.equals(self) && fields.contains(field);
    }

    /** Whether a field is one of this class that does not change once it is written. */
    boolean isConstant(String owner, String field) {
        return owner.equals(self) && constants.contains(field);
    }

    /** Whether the class declares a field, as opposed to one above it. */
    boolean declares(String field) {
        return fields.contains(field) || volatiles.contains(field);
    }

    boolean isVolatile(String owner, String field) {
        return owner.equals(self) && volatiles.contains(field);
    }

    boolean isExact() {
        return exact;
    }

    /** Whether a method that gets an array may keep it. */
    static boolean keeps(String owner, String method) {
        boolean copies = (owner.startsWith("java/io/") || owner.startsWith("java/nio/")) && !method.equals("wrap");
        if (copies && !method.equals("<init>") || COPIES.contains(method)) {
            return false;
        }
        return !owner.equals("java/util/Arrays") && !owner.equals("java/lang/String") && !method.equals("arraycopy")
                || method.equals("asList")
                || method.equals("stream")
                || method.equals("spliterator");
    }

    /** Whether a method of the JDK that gets an array, or one that may turn out to be the JDK's, may run code of the program. */
    static boolean callsBack(String owner, String method, String descriptor) {
        if (owner.equals("java/lang/System") || owner.startsWith("java/nio/") && owner.endsWith("Buffer")) {
            return false;
        }
        boolean asks = descriptor.contains("[Ljava/lang/");
        return switch (owner) {
            case "java/lang/String" -> asks;
            case "java/util/Arrays" ->
                !method.startsWith("copyOf") && !method.equals("fill") && (asks || descriptor.contains("Ljava/util/"));
            default -> true;
        };
    }

    /** Whether a method may access fields and arrays by name or place, or all of an object. */
    static boolean reachesAll(String owner, String method, String descriptor) {
        return owner.startsWith("java/lang/reflect/")
                || owner.startsWith("java/lang/invoke/")
                || owner.endsWith("/Unsafe")
                || owner.endsWith("FieldUpdater")
                || method.equals("clone") && descriptor.equals("()Ljava/lang/Object;") && owner.charAt(0) != '['
                || method.equals("writeObject")
                || method.equals("readObject");
    }

    /** Whether something that is given to a method may be an array into which it looks: collections do not. */
    static boolean mayBeArray(String owner, String method, Type type) {
        boolean any = !owner.startsWith("java/util/") || method.startsWith("deep");
        return type.getSort() == Type.ARRAY
                || any && type.getSort() == Type.OBJECT && SUPERTYPES.contains(type.getInternalName());
    }

    private static boolean takesArrays(String owner, String method, String descriptor) {
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (mayBeArray(owner, method, type)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a method of the JDK returns an array that it may have kept. */
    boolean returnsKept(String owner, String method, String descriptor) {
        String returned = descriptor.substring(descriptor.indexOf(')') + 1);
        boolean old =
                returned.startsWith("[") && !FRESH.contains(method) || method.equals("array") && returned.length() > 1;
        return old && Links.isOfJdk(owner) && owner.charAt(0) != '[';
    }

    boolean calls(String owner, String method, String descriptor) {
        if (owner.charAt(0) == '[') {
            return !exact;
        }
        if (exact && takesArrays(owner, method, descriptor) && !owner.equals(host)) {
            return false;
        }
        if (owner.equals(host)) {
            return !host.equals(self) || methods.contains(method + descriptor);
        }
        if (CountedLoops.CLOSED.contains(owner)) {
            // Between text and number floats use what belongs to the thread; others ask the system.
            boolean asks = method.startsWith("get") || method.equals("random");
            return !asks && !(FLOATS.contains(owner) && descriptor.contains(TEXT));
        }
        if (STRINGS.contains(owner)) {
            if (exact && owner.equals(BUILDER)) {
                // Another thread may have it, too.
                return false;
            }
            return OF_STRINGS.contains(method) && !descriptor.contains("Ljava/lang/Object;")
                    || method.equals("append")
                            && APPENDED.contains(descriptor.substring(0, descriptor.indexOf(')') + 1));
        }
        return OTHERS.contains(owner + "." + method);
    }
}
