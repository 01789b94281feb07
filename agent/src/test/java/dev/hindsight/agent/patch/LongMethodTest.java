package dev.hindsight.agent.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class LongMethodTest {
    private static final int LONGEST_COMPILED = 8000;

    /** The methods that BootClasses names are there, have become too long, and do what they did. */
    @Test
    void theReaderOfTheRewriterReadsWithMethodsThatAreTooLongToBeCompiled() throws Exception {
        byte[] original = bytes(ClassReader.class);
        byte[] changed = LongMethod.in(LongMethod.in(original, "readCode"), "readMethod");
        for (String method : new String[] {
            "readCode(Lorg/objectweb/asm/MethodVisitor;Lorg/objectweb/asm/Context;I)V",
            "readMethod(Lorg/objectweb/asm/ClassVisitor;Lorg/objectweb/asm/Context;I)I"
        }) {
            assertThat(length(original, method)).isBetween(1000, LONGEST_COMPILED);
            assertThat(length(changed, method)).isGreaterThan(LONGEST_COMPILED);
        }
        Class<?> reader = new ClassLoader(LongMethodTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                boolean inside = name.startsWith("org.objectweb.asm.");
                return inside ? define(name) : super.loadClass(name, resolve);
            }

            private Class<?> define(String name) throws ClassNotFoundException {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] code = name.equals(ClassReader.class.getName()) ? changed : in.readAllBytes();
                    return defineClass(name, code, 0, code.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }.loadClass(ClassReader.class.getName());
        ClassLoader loader = reader.getClassLoader();
        Constructor<?> writerOf =
                loader.loadClass("org.objectweb.asm.ClassWriter").getConstructor(int.class);
        Object writer = writerOf.newInstance(0);
        reader.getMethod("accept", loader.loadClass("org.objectweb.asm.ClassVisitor"), int.class)
                .invoke(reader.getConstructor(byte[].class).newInstance(original), writer, 0);
        byte[] copied = (byte[]) writer.getClass().getMethod("toByteArray").invoke(writer);
        assertThat(instructions(copied)).isEqualTo(instructions(original)).isPositive();
    }

    @Test
    void aClassWithoutTheMethodStaysAsItIs() throws IOException {
        byte[] original = bytes(ClassReader.class);
        assertThat(LongMethod.in(original, "readNothing")).isSameAs(original);
    }

    private static int length(byte[] content, String method) {
        ClassFile file = new ClassFile(content, new ConstantPool(content));
        int descriptor = method.indexOf('(');
        int at = file.method(method.substring(0, descriptor), method.substring(descriptor));
        return file.intAt(file.attribute(at + 6, "Code") + 10);
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return in.readAllBytes();
        }
    }

    /** How many calls a class has. */
    private static int instructions(byte[] code) {
        int[] count = {0};
        new ClassReader(code)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String called, String type, boolean isInterface) {
                                        count[0]++;
                                    }
                                };
                            }
                        },
                        0);
        return count[0];
    }
}
