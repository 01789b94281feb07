package dev.hindsight.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A jar that says nothing but where the agent of the baselines is: in the bench's own classes. */
final class BaselineJar {
    private static final String AGENT = "dev.hindsight.bench.baseline.BaselineAgent";
    private static final List<String> LIBRARIES =
            List.of("asm-9", "asm-commons-", "asm-tree-", "asm-analysis-", "hindsight-agent-", "hindsight-runtime-");

    private BaselineJar() {}

    static Path create(Path jar) throws IOException, BenchFailure {
        List<String> classPath = new ArrayList<>(List.of(ClassPath.own().toUri().toString()));
        for (String library : LIBRARIES) {
            classPath.add(ClassPath.find(library).toUri().toString());
        }
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(new Attributes.Name("Premain-Class"), AGENT);
        attributes.put(Attributes.Name.CLASS_PATH, String.join(" ", classPath));
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }
}
