package dev.hindsight.agent.patch;

import static dev.hindsight.agent.patch.ClassPatcherTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class LoaderEntryTest {
    /** Named and declared like the method of a class loader, with everything in it that names places in code. */
    public static class Winding implements Loading {
        private int rounds;

        @Override
        public Class<?> loadClass(String name) {
            do {
                rounds++;
                try {
                    switch (name.charAt(rounds)) {
                        case 'a':
                            continue;
                        case 'b':
                            return new Holder(rounds > 2 ? "deep" : "flat").type();
                        case 'z':
                            throw new IllegalStateException("line");
                        default:
                            rounds += 2;
                    }
                } catch (IndexOutOfBoundsException e) {
                    return e.getClass();
                }
            } while (rounds < 100);
            return int.class;
        }
    }

    /** Has no frame of its own. */
    public static class Straight implements Loading {
        @Override
        public Class<?> loadClass(String name) {
            return name.getClass();
        }
    }

    /** What a test calls. */
    public interface Loading {
        Class<?> loadClass(String name);
    }

    /** Made in the middle of an expression. */
    public record Holder(String text) {
        public Class<?> type() {
            return text.equals("deep") ? long.class : short.class;
        }
    }

    @Test
    void theMethodAsksTheHookAndDoesWhatItDid() throws Exception {
        for (String name : List.of("aaab", "ab", "aaaaaaa", "", "x12b", "xb")) {
            assertThat(define(LoaderEntry.patch(bytes(Winding.class)), Winding.class)
                            .loadClass(name))
                    .as(name)
                    .isEqualTo(new Winding().loadClass(name));
        }
        assertThat(ClassPatcherTest.calls(LoaderEntry.patch(bytes(Winding.class))))
                .contains("184 dev/hindsight/runtime/RunHooks.classAsked"
                        + "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Class;");
        assertThat(define(LoaderEntry.patch(bytes(Straight.class)), Straight.class)
                        .loadClass("x"))
                .isEqualTo(String.class);
    }

    @Test
    void linesStay() throws Exception {
        assertThat(lineOf(define(LoaderEntry.patch(bytes(Winding.class)), Winding.class)))
                .isEqualTo(lineOf(new Winding()));
        assertThat(lineOfNull(define(LoaderEntry.patch(bytes(Straight.class)), Straight.class)))
                .isEqualTo(lineOfNull(new Straight()));
    }

    @Test
    void aClassFromBeforeFramesGetsNone() throws Exception {
        ClassReader reader = new ClassReader(bytes(Straight.class));
        ClassWriter old = new ClassWriter(0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, old) {
                    @Override
                    public void visit(int version, int access, String name, String sign, String base, String[] of) {
                        super.visit(Opcodes.V1_5, access, name, sign, base, of);
                    }

                    @Override
                    public void visitNestHost(String host) {
                        // Unknown then.
                    }
                },
                ClassReader.SKIP_FRAMES);
        assertThat(define(LoaderEntry.patch(old.toByteArray()), Straight.class).loadClass("x"))
                .isEqualTo(String.class);
    }

    @Test
    void otherClassesStayAsTheyAre() throws IOException {
        assertThat(LoaderEntry.patch(bytes(Loading.class))).isNull();
        assertThat(LoaderEntry.patch(bytes(Holder.class))).isNull();
        byte[] holder = bytes(Holder.class);
        assertThat(LoaderEntry.mayBeIn(new ConstantPool(holder))).isFalse();
    }

    private static int lineOf(Loading loading) {
        try {
            loading.loadClass("xz");
        } catch (IllegalStateException e) {
            return e.getStackTrace()[0].getLineNumber();
        }
        return 0;
    }

    private static int lineOfNull(Loading loading) {
        try {
            loading.loadClass(null);
        } catch (NullPointerException e) {
            return e.getStackTrace()[0].getLineNumber();
        }
        return 0;
    }

    private static Loading define(byte[] code, Class<?> original) throws ReflectiveOperationException {
        return (Loading)
                new ClassLoader(LoaderEntryTest.class.getClassLoader()) {
                    Class<?> define() {
                        return defineClass(original.getName(), code, 0, code.length);
                    }
                }.define().getConstructor().newInstance();
    }
}
