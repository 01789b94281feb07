package dev.hindsight.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hindsight.agent.patch.Ahead;
import dev.hindsight.agent.patch.Lending;
import dev.hindsight.agent.patch.Polls;
import dev.hindsight.agent.patch.TurnSites;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ThreadSitesTest {
    /** What a test calls. */
    public interface Counting {
        int count(int times);

        boolean fail(Object lock);
    }

    /** Has everything that is changed. */
    public static class Counter implements Counting {
        private static int all;
        private int own;

        @Override
        public synchronized int count(int times) {
            for (int i = 0; i < times; i++) {
                own += i % 3 == 0 ? 2 : 1;
                countAll();
            }
            return own;
        }

        private static synchronized void countAll() {
            all++;
        }

        @Override
        public synchronized boolean fail(Object lock) {
            synchronized (lock) {
                notifyAll();
            }
            throw new IllegalStateException(Boolean.toString(Thread.holdsLock(this)));
        }
    }

    /** Has everything that threads meet in. */
    public static class Meeting {
        private static int all;
        private final int[] numbers = {1, 2, 3};
        private int own;

        public synchronized void lock() {
            synchronized (numbers) {
                own = 0;
            }
        }

        public int read() {
            return all + own;
        }

        public void write(int index) {
            numbers[index] = index;
        }

        public void call(Map<String, String> map, String text) {
            map.get(text.trim());
        }

        public int count() {
            int sum = 0;
            for (int i = 0; i < numbers.length; i++) {
                sum += own;
            }
            return sum;
        }

        public void increase() {
            for (int i = 0; i < 10; i++) {
                own++;
            }
        }

        public int fall(int depth) {
            return depth == 0 ? own : fall(depth - 1);
        }
    }

    /** Of an own final field nobody sees a change; a text is nobody else's. */
    @Test
    void aThreadCanBeStoppedBeforeWhateverOthersMaySee() throws Exception {
        byte[] changed = rewrite(bytes("ThreadSitesTest$Meeting"), false, Polls.BEFORE_ACCESSES);
        assertThat(calls(changed, "lock"))
                .containsSubsequence("poll", "enter", "MONITORENTER", "poll", "enter", "MONITORENTER", "poll");
        assertThat(calls(changed, "read")).containsExactly("poll", "poll");
        assertThat(calls(changed, "write")).containsExactly("poll");
        assertThat(calls(changed, "call")).containsExactly("poll", "use");
    }

    /** Handles what may be the end of its stack, and what is not. */
    public static class Handling implements Supplier<Object> {
        @Override
        public Object get() {
            try {
                return fall();
            } catch (StackOverflowError e) {
                return e.getMessage();
            }
        }

        public Object orAnything() {
            try {
                return fall();
            } catch (IllegalStateException | Error e) {
                return null;
            }
        }

        public Object orNot() {
            try {
                return fall();
            } catch (RuntimeException | OutOfMemoryError e) {
                return null;
            } finally {
                System.nanoTime();
            }
        }

        private static Object fall() {
            throw new StackOverflowError("fell");
        }
    }

    @Test
    void itIsToldWhereTheEndOfTheStackIsHandled() throws Exception {
        byte[] changed = rewrite(bytes("ThreadSitesTest$Handling"), false, Polls.EVERYWHERE);
        assertThat(calls(changed, "get")).containsExactly("caught");
        assertThat(calls(changed, "orAnything")).containsExactly("caught");
        assertThat(calls(changed, "orNot")).isEmpty();
        assertThat(((Supplier<?>) define(Handling.class.getName(), changed)).get())
                .isEqualTo("fell");
    }

    /** Calls a map with up to three arguments, wide ones among them. */
    public static class Using implements Supplier<Object> {
        @Override
        public Object get() {
            Map<Object, Object> map = new HashMap<>();
            map.put("a", 1L);
            map.merge("a", 2L, (one, other) -> (Long) one + (Long) other);
            List<Object> list = new ArrayList<>(map.values());
            list.add(0, map.size());
            BitSet bits = new BitSet();
            bits.set(1, 3, true);
            list.add(bits.cardinality() + new Random(7).nextInt(1));
            list.forEach(each -> map.putIfAbsent(each, list.indexOf(each)));
            Iterator<Object> each = list.iterator();
            return each.next() + " " + map.getOrDefault(2, "none") + " " + list + " " + map.replace("a", 3L, 4L);
        }
    }

    @Test
    void whichCollectionIsUsedIsToldAndCallsGetWhatTheyGot() throws Exception {
        byte[] changed = rewrite(bytes("ThreadSitesTest$Using"), false, Polls.BEFORE_ACCESSES);
        assertThat(calls(changed, "get")).filteredOn("use"::equals).hasSizeGreaterThan(12);
        Supplier<?> using = (Supplier<?>) define(Using.class.getName(), changed);
        assertThat(using.get()).isEqualTo(new Using().get());
    }

    /** Whoever uses them otherwise, as the JDK does when it loads classes, passes nothing that counts. */
    @Test
    void collectionsOfTheJdkHavePollsOfTheirOwn() throws Exception {
        for (Class<?> type : List.of(HashMap.class, HashSet.class, ArrayList.class, TreeMap.class, BitSet.class)) {
            byte[] original = jdkClass(type);
            byte[] changed = ThreadSites.rewrite(
                    original, true, Polls.BEFORE_ACCESSES, null, true, Lending.NOTHING, Ahead.NOTHING);
            Map<String, List<String>> hooks = hooksByMethod(changed);
            assertThat(hooks.values().stream().flatMap(List::stream))
                    .as(type.getName())
                    .isNotEmpty()
                    .isSubsetOf("pollIn", "useIn");
            assertThat(hooks.entrySet())
                    .as(type.getName())
                    .filteredOn(each -> each.getKey().startsWith("<")
                            || each.getKey().startsWith("toArray(")
                            || each.getKey().startsWith("hashCode("))
                    .allMatch(each -> each.getValue().isEmpty());
        }
    }

    private static byte[] jdkClass(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return in.readAllBytes();
        }
    }

    /** How deep a stack is before it ends is left to chance; loops that count have to be fast. */
    @Test
    void loopsThatCountAndMethodsThatFallHaveNoMorePolls() throws Exception {
        byte[] changed = rewrite(bytes("ThreadSitesTest$Meeting"), false, Polls.BEFORE_ACCESSES);
        assertThat(calls(changed, "count")).containsExactly("passLoop");
        assertThat(calls(changed, "increase")).containsExactly("passLoop", "poll");
        assertThat(calls(changed, "fall")).containsExactly("poll");
    }

    @Test
    void methodsDoWhatTheyDidAndAreLeftHoweverTheyEnd() throws Exception {
        for (byte[] original : List.of(bytes(), oldVersion(bytes()))) {
            for (Polls polls : List.of(Polls.EVERYWHERE, Polls.BEFORE_ACCESSES)) {
                Counting counter = define(rewrite(original, false, polls));
                assertThat(counter.count(10)).isEqualTo(new Counter().count(10));
                assertThatThrownBy(() -> counter.fail("lock"))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("true");
                assertThat(Thread.holdsLock(counter)).isFalse();
            }
        }
    }

    @Test
    void aMethodEntersItsMonitorBehindTheHook() throws Exception {
        assertThat(calls(rewrite(bytes(), false, Polls.EVERYWHERE), "count"))
                .containsSubsequence("enter", "MONITORENTER", "poll", "MONITOREXIT");
        Class<?> changed = define(rewrite(bytes(), false, Polls.EVERYWHERE)).getClass();
        assertThat(Modifier.isSynchronized(changed.getMethod("count", int.class).getModifiers()))
                .isFalse();
    }

    /** A constant for the class, whose monitor a static method enters, was not to be had then. */
    @Test
    void methodsOfLongAgoEnterTheirMonitorsToo() throws Exception {
        byte[] changed = rewrite(version(Opcodes.V1_4, bytes()), false, Polls.EVERYWHERE);
        assertThat(calls(changed, "count")).containsSubsequence("enter", "MONITORENTER", "poll", "MONITOREXIT");
        assertThat(calls(changed, "countAll")).contains("pin", "unpin").doesNotContain("MONITORENTER");
        assertThat(define(changed).count(10)).isEqualTo(new Counter().count(10));
    }

    @Test
    void aLoadedClassKeepsItsMethods() throws Exception {
        byte[] kept = rewrite(bytes(), true, Polls.NOWHERE);
        assertThat(calls(kept, "count")).contains("pin", "unpin").doesNotContain("MONITORENTER", "poll");
        Counting counter = define(kept);
        assertThat(counter.count(4)).isEqualTo(new Counter().count(4));
        assertThat(Modifier.isSynchronized(
                        counter.getClass().getMethod("count", int.class).getModifiers()))
                .isTrue();
    }

    @Test
    void waitingAndNotifyingGoToTheHooks() throws Exception {
        assertThat(calls(rewrite(bytes(), false, Polls.EVERYWHERE), "fail")).contains("notifyAll", "enter");
    }

    /** Compilers do not, but tools that optimise do. */
    @Test
    void aMethodMayForgetItsReceiverAndJumpBackWithASwitch() throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "Odd", null, "java/lang/Object", new String[] {
            Supplier.class.getName().replace('.', '/')
        });
        MethodVisitor maker = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        maker.visitVarInsn(Opcodes.ALOAD, 0);
        maker.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        maker.visitInsn(Opcodes.RETURN);
        maker.visitMaxs(0, 0);
        MethodVisitor odd = writer.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, "get", "()Ljava/lang/Object;", null, null);
        Label again = new Label();
        Label end = new Label();
        odd.visitInsn(Opcodes.ICONST_3);
        odd.visitVarInsn(Opcodes.ISTORE, 0);
        odd.visitLabel(again);
        odd.visitIincInsn(0, -1);
        odd.visitVarInsn(Opcodes.ILOAD, 0);
        odd.visitTableSwitchInsn(0, 2, end, end, again, again);
        odd.visitLabel(end);
        odd.visitLdcInsn("end");
        odd.visitInsn(Opcodes.ARETURN);
        odd.visitMaxs(0, 0);
        writer.visitEnd();
        byte[] changed = rewrite(writer.toByteArray(), false, Polls.EVERYWHERE);
        assertThat(calls(changed, "get")).containsExactly("pin", "poll", "unpin", "unpin");
        assertThat(((Supplier<?>) define("Odd", changed)).get()).isEqualTo("end");
    }

    /** Methods without hooks are not even looked at; whatever else there is stays the same. */
    @ParameterizedTest
    @EnumSource(Polls.class)
    void onlyMethodsThatGetNoHooksAreLeftOut(Polls polls) throws IOException {
        int left = 0;
        int kept = 0;
        for (Path file : jdkClasses()) {
            byte[] original = Files.readAllBytes(file);
            boolean[] sites = TurnSites.of(original, polls);
            List<List<String>> all =
                    hooks(ThreadSites.rewrite(original, false, polls, null, false, Lending.NOTHING, Ahead.NOTHING));
            for (int i = 0; i < all.size(); i++) {
                if (sites == null || !sites[i]) {
                    left++;
                    assertThat(all.get(i)).as(file + " method " + i).isEmpty();
                }
            }
            if (sites != null) {
                kept++;
                assertThat(hooks(ThreadSites.rewrite(
                                original, false, polls, sites, false, Lending.NOTHING, Ahead.NOTHING)))
                        .as(file.toString())
                        .isEqualTo(all);
            }
        }
        assertThat(left).isGreaterThan(polls == Polls.BEFORE_ACCESSES ? 1000 : 10_000);
        assertThat(kept).isGreaterThan(100);
    }

    private static List<Path> jdkClasses() throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules");
        List<Path> classes = new ArrayList<>();
        for (String part :
                List.of("java.logging", "java.sql", "java.xml/com/sun/org/apache/xerces", "java.base/java/util")) {
            try (Stream<Path> files = Files.walk(modules.resolve(part))) {
                files.filter(file -> file.toString().endsWith(".class") && !file.endsWith("module-info.class"))
                        .forEach(classes::add);
            }
        }
        return classes;
    }

    private static List<List<String>> hooks(byte[] code) {
        return List.copyOf(hooksByMethod(code).values());
    }

    /** The hooks of each method by its name and descriptor, in the order of the class file. */
    static Map<String, List<String>> hooksByMethod(byte[] code) {
        Map<String, List<String>> methods = new LinkedHashMap<>();
        new ClassReader(code)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                List<String> found = new ArrayList<>();
                                methods.put(name + descriptor, found);
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String called, String type, boolean isInterface) {
                                        if (owner.startsWith("dev/hindsight/")) {
                                            found.add(called);
                                        }
                                    }
                                };
                            }
                        },
                        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return methods;
    }

    static byte[] rewrite(byte[] original, boolean fixed, Polls polls) {
        return ThreadSites.rewrite(
                original, fixed, polls, TurnSites.of(original, polls), false, Lending.NOTHING, Ahead.NOTHING);
    }

    private static byte[] bytes() throws IOException {
        return bytes("ThreadSitesTest$Counter");
    }

    static byte[] bytes(String name) throws IOException {
        try (InputStream in = ThreadSitesTest.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }

    /** The class as a compiler of long ago would have made it: without frames. */
    static byte[] oldVersion(byte[] code) {
        return version(Opcodes.V1_5, code);
    }

    private static byte[] version(int version, byte[] code) {
        ClassWriter old = new ClassWriter(0);
        new ClassReader(code)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, old) {
                            @Override
                            public void visit(int v, int access, String name, String sign, String base, String[] of) {
                                super.visit(version, access, name, sign, base, of);
                            }

                            @Override
                            public void visitNestHost(String host) {
                                // Unknown then.
                            }
                        },
                        ClassReader.SKIP_FRAMES);
        return old.toByteArray();
    }

    private static Counting define(byte[] code) throws ReflectiveOperationException {
        return (Counting) define(Counter.class.getName(), code);
    }

    /** A new object of a class with other code. */
    static Object define(String name, byte[] code) throws ReflectiveOperationException {
        return new ClassLoader(ThreadSitesTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(name, code, 0, code.length);
            }
        }.define().getConstructor().newInstance();
    }

    /** Hooks and monitor instructions of a method, in their order. */
    static List<String> calls(byte[] code, String method) {
        List<String> found = new ArrayList<>();
        new ClassReader(code)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String sign, String[] thrown) {
                                return name.equals(method) ? new Calls(found) : null;
                            }
                        },
                        0);
        return found;
    }

    private static final class Calls extends MethodVisitor {
        private final List<String> found;

        Calls(List<String> found) {
            super(Opcodes.ASM9);
            this.found = found;
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
                found.add(opcode == Opcodes.MONITORENTER ? "MONITORENTER" : "MONITOREXIT");
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.startsWith("dev/hindsight/runtime/")) {
                found.add(name);
            }
        }
    }
}
