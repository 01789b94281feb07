package dev.hindsight.agent.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ClassPatcherTest {
    private static final String HOOKS = "dev/hindsight/runtime/CallHooks";

    @Test
    void everyCallOfAnInstanceMethodInTheJdkBecomesACallOfTheHook() throws IOException {
        ClassPatcher patcher = new ClassPatcher(
                List.of(new ClassPatcher.Target("java/lang/Object", "hashCode", "()I", false, false)), List.of());
        int patched = 0;
        for (Path file : baseModule()) {
            byte[] original = Files.readAllBytes(file);
            byte[] changed = patcher.patchCalls("Any", original, true);
            List<String> expected = calls(original).stream()
                    .map(call -> call.endsWith("java/lang/Object.hashCode()I")
                            ? "184 " + HOOKS + ".hashCode(Ljava/lang/Object;)I"
                            : call)
                    .toList();
            assertThat(calls(changed == null ? original : changed))
                    .as(file.toString())
                    .isEqualTo(expected);
            patched += changed == null ? 0 : 1;
        }
        assertThat(patched).isGreaterThan(20);
    }

    @Test
    void callsAndReferencesOfAStaticMethodMoveTogether() throws IOException {
        ClassPatcher patcher = new ClassPatcher(
                List.of(new ClassPatcher.Target("java/lang/System", "nanoTime", "()J", true, false)), List.of());
        byte[] original = bytes(Sample.class);
        assertThat(calls(patcher.patchCalls("Any", original, true)))
                .contains("184 " + HOOKS + ".nanoTime()J", "handle 6 " + HOOKS + ".nanoTime()J")
                .noneMatch(call -> call.contains("java/lang/System.nanoTime"));
    }

    @Test
    void aClassWithoutSuchACallStaysAsItIs() throws IOException {
        ClassPatcher patcher = new ClassPatcher(
                List.of(new ClassPatcher.Target("java/lang/System", "nanoTime", "()J", true, false)), List.of());
        assertThat(patcher.patchCalls("Any", bytes(ClassPatcherTest.class), true))
                .isNull();
    }

    @Test
    void aSubclassReachesTheHookByEveryName() throws Exception {
        ClassPatcher patcher = new ClassPatcher(
                List.of(new ClassPatcher.Target("java/io/RandomAccessFile", "length", "()J", false, true)), List.of());
        byte[] original = bytes(Extending.class);
        String superHook = "184 " + HOOKS + ".superLength(Ljava/io/RandomAccessFile;)J";
        assertThat(calls(patcher.patch(original, true)))
                .filteredOn(superHook::equals)
                .hasSize(2);
        assertThat(calls(patcher.patchCalls("Any", original, true)))
                .filteredOn(superHook::equals)
                .hasSize(1);
        assertThat(calls(patcher.patchCalls("Any", original, true)))
                .contains("184 " + HOOKS + ".length(Ljava/io/RandomAccessFile;)J")
                .noneMatch(call -> call.contains("java/io/RandomAccessFile.length"));
    }

    /** Calls the length of another file and that of its superclass; has none of its own. */
    static final class Extending extends java.io.RandomAccessFile {
        Extending() throws IOException {
            super("none", "r");
        }

        long both(java.io.RandomAccessFile other) throws IOException {
            return other.length() + super.length();
        }
    }

    /** Calls the clock both ways. */
    static final class Sample {
        java.util.function.LongSupplier clock = System::nanoTime;

        long time() {
            return System.nanoTime() + clock.getAsLong();
        }
    }

    static byte[] bytes(Class<?> type) throws IOException {
        try (var in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private static List<Path> baseModule() throws IOException {
        try (Stream<Path> files =
                Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/java"))) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    static List<String> calls(byte[] code) {
        List<String> calls = new ArrayList<>();
        new ClassReader(code)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new Calls(calls);
                            }
                        },
                        ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        return calls;
    }

    private static final class Calls extends MethodVisitor {
        private final List<String> calls;

        Calls(List<String> calls) {
            super(Opcodes.ASM9);
            this.calls = calls;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            calls.add(opcode + " " + owner + "." + name + descriptor);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle && handle.getName().equals("nanoTime")) {
                    calls.add("handle " + handle.getTag() + " " + handle.getOwner() + "." + handle.getName()
                            + handle.getDesc());
                }
            }
        }
    }
}
