package dev.hindsight.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/**
 * The jars lie in each other as the JVMs need them.
 *
 * <p>A runtime class that also lies loose in the agent's jar would be loaded twice, each copy with statics of its own,
 * and replay would be wrong without any error.
 */
class JarLayoutTest {
    @Test
    void theUsersJarHoldsTheAgentAsAJarOnly() throws IOException {
        Map<String, byte[]> app = read(Files.readAllBytes(Checkout.appJar()));
        assertThat(app).containsKey("hindsight/agent.jar");
        assertThat(app.keySet())
                .noneMatch(name -> name.startsWith("dev/hindsight/agent/"))
                .noneMatch(name -> name.startsWith("dev/hindsight/runtime/"))
                .noneMatch(name -> name.startsWith("org/objectweb/asm/"));
        String main = attributes(app).getValue(Attributes.Name.MAIN_CLASS);
        assertThat(app).containsKey(main.replace('.', '/') + ".class");
    }

    @Test
    void theAgentHoldsTheRuntimeAsAJarOnly() throws IOException {
        Map<String, byte[]> agent = agent();
        assertThat(agent).containsKey("hindsight/runtime.jar");
        assertThat(agent.keySet()).noneMatch(name -> isClass(name, "dev/hindsight/runtime/"));
    }

    @Test
    void theAgentsLibrariesCannotMeetTheProgramsOwn() throws IOException {
        assertThat(agent().keySet())
                .noneMatch(name -> isClass(name, "org/objectweb/asm/"))
                .noneMatch(name -> isClass(name, "dev/hindsight/trace/"))
                .allMatch(name -> !name.endsWith(".class") || name.startsWith("dev/hindsight/agent/"));
    }

    @Test
    void theAgentSaysHowToStartIt() throws IOException {
        Map<String, byte[]> agent = agent();
        Attributes attributes = attributes(agent);
        String premain = attributes.getValue("Premain-Class");
        assertThat(premain).isNotNull();
        assertThat(agent).containsKey(premain.replace('.', '/') + ".class");
        assertThat(attributes.getValue("Can-Retransform-Classes")).isEqualTo("true");
    }

    @Test
    void theRuntimeHoldsNothingElse() throws IOException {
        Map<String, byte[]> runtime = read(agent().get("hindsight/runtime.jar"));
        assertThat(runtime).containsKey("dev/hindsight/runtime/Hooks.class");
        assertThat(runtime.keySet())
                .allMatch(name -> !name.endsWith(".class") || name.startsWith("dev/hindsight/runtime/"))
                .noneMatch(name -> name.endsWith(".jar"));
    }

    private static Map<String, byte[]> agent() throws IOException {
        return read(read(Files.readAllBytes(Checkout.appJar())).get("hindsight/agent.jar"));
    }

    private static boolean isClass(String name, String folder) {
        return name.startsWith(folder) && name.endsWith(".class");
    }

    private static Attributes attributes(Map<String, byte[]> jar) throws IOException {
        return new Manifest(new ByteArrayInputStream(jar.get("META-INF/MANIFEST.MF"))).getMainAttributes();
    }

    private static Map<String, byte[]> read(byte[] jar) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                entries.put(entry.getName(), in.readAllBytes());
            }
        }
        return entries;
    }
}
