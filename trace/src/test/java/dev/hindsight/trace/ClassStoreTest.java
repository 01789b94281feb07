package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ClassStoreTest {
    private static final String JAR = "file:/home/ü/app.jar";

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        Random random = new Random(length);
        for (int i = 0; i < length; i++) {
            content[i] = (byte) random.nextInt(5);
        }
        return content;
    }

    private static final byte[] MANIFEST = "Manifest-Version: 1.0\n".getBytes(StandardCharsets.UTF_8);

    private static byte[] file() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ClassStoreWriter writer = new ClassStoreWriter(out)) {
            writer.addSource(JAR, MANIFEST);
            writer.addClass("a.Main", "app", JAR, content(400));
            writer.addClass("a.Main", "other", "", content(401));
            writer.addClass("a.Same", "app", JAR, content(400));
            writer.addSource("file:/classes/", new byte[0]);
            writer.addOrder("a.Main methods", new int[] {1, 0, 65535});
            writer.addClass("a.Empty", "app", "file:/classes/", new byte[0]);
            assertThat(writer.flush()).isEqualTo(out.size());
        }
        return out.toByteArray();
    }

    private static ClassStore read(byte[] file) throws IOException {
        return ClassStore.read(new ByteArrayInputStream(file));
    }

    /** Everything a reader can learn from a store. */
    private static Map<String, String> all(ClassStore store) throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        for (ClassStore.Entry entry : store.entries()) {
            all.put(entry.toString(), Arrays.toString(store.content(entry)));
        }
        all.put(JAR, Arrays.toString(store.manifest(JAR)));
        return all;
    }

    @Test
    void classesComeBack() throws IOException {
        ClassStore store = read(file());
        assertThat(store.cut()).isFalse();
        assertThat(store.entries())
                .extracting(ClassStore.Entry::name)
                .containsExactly("a.Main", "a.Main", "a.Same", "a.Empty");
        assertThat(store.find("a.Main").source()).isEqualTo(JAR);
        assertThat(store.content(store.find("a.Main"))).isEqualTo(content(400));
        assertThat(store.content(store.find("a.Same"))).isEqualTo(content(400));
        assertThat(store.content(store.find("a.Empty"))).isEmpty();
        assertThat(store.find("a.Missing")).isNull();
        assertThat(store.manifest(JAR)).isEqualTo(MANIFEST);
        assertThat(store.manifest("file:/elsewhere")).isEmpty();
        assertThat(store.order("a.Main methods")).containsExactly(1, 0, 65535);
        assertThat(store.order("a.Missing methods")).isEmpty();
    }

    @Test
    void randomClassesComeBack() throws IOException {
        Random random = new Random(1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Map<String, byte[]> classes = new LinkedHashMap<>();
        try (ClassStoreWriter writer = new ClassStoreWriter(out)) {
            for (int i = 0; i < 300; i++) {
                byte[] content = new byte[random.nextInt(3000)];
                random.nextBytes(content);
                classes.put("C" + i, content);
                writer.addClass("C" + i, "app", "", content);
                if (random.nextBoolean()) {
                    writer.flush();
                }
            }
            writer.flush();
        }
        ClassStore store = read(out.toByteArray());
        for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
            assertThat(store.content(store.find(entry.getKey()))).isEqualTo(entry.getValue());
        }
    }

    @Test
    void aSourceIsAskedForOnce() throws IOException {
        try (ClassStoreWriter writer = new ClassStoreWriter(new ByteArrayOutputStream())) {
            assertThat(writer.knowsSource(JAR)).isFalse();
            assertThat(writer.knowsSource(JAR)).isTrue();
        }
    }

    @Test
    void aTextThatIsTooLongIsCutBetweenCharacters() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ClassStoreWriter writer = new ClassStoreWriter(out)) {
            writer.addClass("A", "app", "x" + "€".repeat(30_000), new byte[3]);
            writer.addClass("B", "app", "", new byte[4]);
            writer.flush();
        }
        ClassStore store = read(out.toByteArray());
        assertThat(store.find("A").source()).isEqualTo("x" + "€".repeat(21_844));
        assertThat(store.find("B")).isNotNull();
    }

    @Test
    void aFileCutAnywhereGivesWhatWasComplete() throws IOException {
        byte[] file = file();
        TreeSet<Integer> borders = new TreeSet<>();
        for (int at = 4; at <= file.length; at += ClassStoreBytes.entryLength(file, at)) {
            borders.add(at);
            if (at == file.length) {
                break;
            }
        }
        int classes = 0;
        for (int length = 0; length <= file.length; length++) {
            ClassStore store = read(Arrays.copyOf(file, length));
            assertThat(store.cut()).as("cut at %d", length).isEqualTo(!borders.contains(length));
            int count = 0;
            for (ClassStore.Entry entry : store.entries()) {
                store.content(entry);
                count++;
            }
            assertThat(count).isGreaterThanOrEqualTo(classes);
            classes = count;
        }
        assertThat(classes).isEqualTo(4);
    }

    @Test
    void aFlippedBitIsNoticed() throws IOException {
        byte[] file = file();
        for (int bit = 0; bit < 8 * file.length; bit++) {
            byte[] damaged = file.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                ClassStore store = read(damaged);
                all(store);
                assertThat(store.cut()).as("bit %d", bit).isTrue();
            } catch (CorruptRecordingException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
        }
    }

    private static void isCorrupt(byte[] file, String message) {
        assertThatThrownBy(() -> all(read(file)))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage(message);
    }

    @Test
    void anotherFileIsNotAStore() {
        isCorrupt("PK\3\4".getBytes(StandardCharsets.UTF_8), "this is not a store of classes");
    }

    @Test
    void entriesThatEndEarlyAreRefused() {
        for (int length = 0; length < 20; length++) {
            isCorrupt(
                    ClassStoreBytes.of(ClassStoreWriter.CONTENT, new byte[length]),
                    "an entry of the store of classes is cut");
        }
        isCorrupt(
                ClassStoreBytes.of(ClassStoreWriter.SOURCE, new byte[] {0, 9, 'a'}),
                "an entry of the store of classes is cut");
        isCorrupt(
                ClassStoreBytes.of(ClassStoreWriter.ORDER, new byte[] {0, 1, 'a', 0, 0, 0}),
                "an entry of the store of classes is cut");
        isCorrupt(ClassStoreBytes.of(9, new byte[] {0, 9}), "the store of classes holds an unknown entry");
    }

    @Test
    void aLengthThatTheBytesCannotHoldMakesNoRoom() {
        byte[] body = new byte[30];
        body[16] = 7;
        isCorrupt(
                ClassStoreBytes.of(ClassStoreWriter.CONTENT, body),
                "the store of classes claims that 10 bytes hold a class of 117440512 bytes");
        body[16] = -1;
        isCorrupt(
                ClassStoreBytes.of(ClassStoreWriter.CONTENT, body),
                "the store of classes claims that 10 bytes hold a class of -16777216 bytes");
    }

    @Test
    void aClassWithoutContentIsRefused() {
        byte[] body = new byte[16 + 6];
        isCorrupt(
                ClassStoreBytes.of(ClassStoreWriter.CLASS, body),
                "the store of classes names a class that it does not hold");
    }

    @Test
    void contentThatIsNotWhatWasRecordedIsRefused() throws IOException {
        byte[] file = file();
        int at = 4 + ClassStoreBytes.entryLength(file, 4);
        file[at + 9 + 20 + 3] ^= 1;
        isCorrupt(ClassStoreBytes.reseal(file), "the class a.Main is not the one that was recorded");
    }
}
