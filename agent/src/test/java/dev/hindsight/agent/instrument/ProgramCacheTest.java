package dev.hindsight.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ProgramCacheTest {
    private static final byte[] ONE = {1, 2, 3, 4, 5};
    private static final byte[] OTHER = {1, 2, 3, 4, 6};
    private static final byte[] MADE = {7, 7, 7};

    @TempDir
    Path directory;

    private ProgramCache open() {
        return ProgramCache.open(directory.toFile(), "program", true);
    }

    private static long[] identity(byte[] content, int kind) {
        return ProgramCache.identify(content, kind, false);
    }

    private Path file() throws IOException {
        try (var files = Files.list(directory)) {
            return files.findFirst().orElseThrow();
        }
    }

    @Test
    void whatOneRunMadeTheNextOneFinds() {
        open().put(identity(ONE, 1), MADE);
        ProgramCache next = open();
        assertThat(next.get(identity(ONE, 1))).isEqualTo(MADE);
        assertThat(next.get(identity(ONE, 2))).isNull();
        assertThat(next.get(identity(OTHER, 1))).isNull();
    }

    @Test
    void manyLargeOnesAreFound() {
        ProgramCache first = open();
        for (int i = 1; i < 100; i++) {
            byte[] made = new byte[1000 * i];
            made[made.length / 2] = (byte) i;
            first.put(identity(new byte[] {(byte) i}, 0), made);
        }
        ProgramCache next = open();
        for (int i = 1; i < 100; i++) {
            byte[] made = next.get(identity(new byte[] {(byte) i}, 0));
            assertThat(made).hasSize(1000 * i);
            assertThat(made[made.length / 2]).isEqualTo((byte) i);
        }
    }

    @Test
    void withoutNeedNoFileIsMade() {
        assertThat(ProgramCache.open(directory.toFile(), "program", false)).isNull();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aFileThatWasCutIsBegunAnew() throws IOException {
        open().put(identity(ONE, 1), MADE);
        byte[] whole = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(whole, whole.length - 1));
        ProgramCache next = open();
        assertThat(next.get(identity(ONE, 1))).isNull();
        next.put(identity(OTHER, 1), MADE);
        assertThat(open().get(identity(OTHER, 1))).isEqualTo(MADE);
    }

    @Test
    void whatWasChangedIsNotUsed() throws IOException {
        open().put(identity(ONE, 1), MADE);
        byte[] bytes = Files.readAllBytes(file());
        bytes[bytes.length - 1]++;
        Files.write(file(), bytes);
        assertThat(open().get(identity(ONE, 1))).isNull();
    }

    @Test
    void onlySoManyFilesAreKept() {
        for (int i = 0; i < 40; i++) {
            ProgramCache.open(directory.toFile(), "program " + i, true).put(identity(ONE, 1), MADE);
        }
        File[] files = directory.toFile().listFiles();
        assertThat(files).hasSizeLessThanOrEqualTo(16);
    }

    @Test
    void aDirectoryThatCannotBeMadeCostsOnlyTime() throws IOException {
        Path taken = Files.writeString(directory.resolve("taken"), "");
        ProgramCache cache = ProgramCache.open(taken.resolve("inside").toFile(), "program", true);
        cache.put(identity(ONE, 1), MADE);
        assertThat(cache.get(identity(ONE, 1))).isNull();
    }

    /** The JVM gives classes back with their methods in another order each time. */
    @Test
    void theOrderOfMethodsDoesNotCountForLoadedClasses() {
        byte[] given = withMethods("a", "b");
        byte[] again = withMethods("b", "a");
        assertThat(again).isNotEqualTo(given).hasSameSizeAs(given);
        assertThat(ProgramCache.identify(again, 1, true)).isEqualTo(ProgramCache.identify(given, 1, true));
        assertThat(ProgramCache.identify(again, 1, false)).isNotEqualTo(ProgramCache.identify(given, 1, false));
    }

    private static byte[] withMethods(String... names) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_ABSTRACT, "Example", null, "java/lang/Object", null);
        for (String constant : List.of("a", "b", "()V", "()I")) {
            writer.newUTF8(constant);
        }
        for (String name : names) {
            writer.visitMethod(Opcodes.ACC_ABSTRACT, name, name.equals("a") ? "()V" : "()I", null, null);
        }
        writer.visitEnd();
        return writer.toByteArray();
    }
}
