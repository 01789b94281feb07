package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every native of the JDK is recorded, or it is known why not. */
class NativesTest {
    private static final List<String> MODULES = List.of(
            "java.base",
            "java.management",
            "jdk.management",
            "jdk.management.agent",
            "java.instrument",
            "java.prefs",
            "java.rmi",
            "java.security.jgss",
            "java.smartcardio",
            "jdk.attach",
            "jdk.crypto.cryptoki",
            "jdk.jfr",
            "jdk.net",
            "jdk.sctp",
            "jdk.security.auth");
    private static final Set<String> KINDS =
            Set.of("deterministic", "hooked", "schedule", "by-reference", "limit", "unreached");

    /** Names of natives by class. */
    private final Map<String, Set<String>> others = new HashMap<>();

    private final Set<String> recorded = new HashSet<>();

    NativesTest() throws IOException {
        for (NativeRow row : NativeTable.current().rows()) {
            recorded.add(row.owner() + " " + row.result() + " " + row.signature());
        }
        for (List<String> words : otherLines()) {
            others.computeIfAbsent(words.get(1), name -> new HashSet<>()).addAll(words.subList(2, words.size()));
        }
    }

    private static List<List<String>> otherLines() throws IOException {
        try (InputStream in = NativeTable.class.getResourceAsStream("other-natives.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> Arrays.asList(line.split(" ")))
                    .toList();
        }
    }

    @Test
    void everyLineHasAKindAClassAndNatives() throws IOException {
        assertThat(otherLines()).allSatisfy(words -> {
            assertThat(words).hasSizeGreaterThan(2);
            assertThat(KINDS).contains(words.get(0));
        });
    }

    @TestFactory
    List<DynamicTest> everyNativeIsClassified() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Jdk jdk : Jdk.find()) {
            tests.add(DynamicTest.dynamicTest("on JDK " + jdk.version(), () -> requireAllKnown(jdk)));
        }
        return tests;
    }

    private void requireAllKnown(Jdk jdk) throws IOException, InterruptedException {
        List<String> found = scan(jdk);
        assertThat(found).hasSizeGreaterThan(500);
        assertThat(found.stream().filter(line -> !isKnown(line)))
                .as("natives of JDK %s that are in neither table", jdk.version())
                .isEmpty();
    }

    private boolean isKnown(String line) {
        String[] words = line.split(" ");
        Set<String> names = others.getOrDefault(words[0], Set.of());
        String name = words[2].substring(0, words[2].indexOf('('));
        return recorded.contains(line) || names.contains(name);
    }

    private static List<String> scan(Jdk jdk) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                jdk.java().toString(),
                "-cp",
                Checkout.testOutput().resolve("test-classes").toString(),
                NativeScan.class.getName()));
        words.addAll(MODULES);
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return text.lines().toList();
    }
}
