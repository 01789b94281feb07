package dev.hindsight.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Unpacks the agent's jar, which travels inside the tool's, to where a JVM can load it.
 *
 * <p>The file is named after its content, so it is written once and shared by sessions that run at the same time; it
 * appears under that name only when it is complete.
 */
final class AgentJar {
    private static final String RESOURCE = "/hindsight/agent.jar";
    private static final String DIRECTORY = "hindsight";
    private static final String PREFIX = "agent-";

    private AgentJar() {}

    static Path extract() throws IOException {
        try (InputStream in = AgentJar.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException("this build of Hindsight is incomplete: its jar has no " + RESOURCE);
            }
            return extract(in.readAllBytes(), System.getenv(), Path.of(System.getProperty("java.io.tmpdir")));
        }
    }

    static Path extract(byte[] content, Map<String, String> environment, Path temporary) throws IOException {
        String name = name(content);
        Path cache = cache(environment);
        if (usable(cache)) {
            try {
                return place(content, cache.resolve(DIRECTORY).resolve(name));
            } catch (IOException e) {
                // A home that cannot be written to is common in containers; the temporary directory does as well.
                return placePrivately(content, temporary, name);
            }
        }
        return placePrivately(content, temporary, name);
    }

    /** Whether an option of a recorded JVM loaded our agent. */
    static boolean isLoadedBy(String option) {
        String value = AgentOptions.agent(option);
        int equals = value.indexOf('=');
        Path jar = Path.of(equals < 0 ? value : value.substring(0, equals));
        String name = String.valueOf(jar.getFileName());
        Path parent = jar.getParent();
        boolean cached = name.startsWith(PREFIX)
                && parent != null
                && String.valueOf(parent.getFileName()).startsWith(DIRECTORY);
        return cached || name.startsWith("hindsight-agent") && name.endsWith(".jar");
    }

    private static Path cache(Map<String, String> environment) {
        String given = environment.getOrDefault("XDG_CACHE_HOME", "");
        return given.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
    }

    /** The JVM ends the name of an agent's jar at the first equals sign. */
    private static boolean usable(Path directory) {
        return directory.isAbsolute() && directory.toString().indexOf('=') < 0;
    }

    private static Path place(byte[] content, Path target) throws IOException {
        if (Files.isRegularFile(target) && Files.size(target) == content.length) {
            CacheFiles.use(target);
            return target;
        }
        Files.createDirectories(target.getParent());
        Path fresh = Files.createTempFile(target.getParent(), PREFIX, ".part");
        try {
            Files.write(fresh, content);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
        CacheFiles.removeUnused(target.getParent());
        return target;
    }

    /** Others can write to the temporary directory too, so only what is ours alone is trusted there. */
    private static Path placePrivately(byte[] content, Path temporary, String name) throws IOException {
        Path shared = temporary.resolve(DIRECTORY + "-" + System.getProperty("user.name"));
        Path directory = PrivateDirectory.isOurs(shared) ? shared : Files.createTempDirectory(temporary, DIRECTORY);
        return place(content, directory.resolve(name));
    }

    /** Tells builds apart; a cryptographic digest would take its time at each start. */
    private static String name(byte[] content) {
        CRC32 sum = new CRC32();
        sum.update(content);
        return PREFIX + Long.toHexString(sum.getValue()) + "-" + Integer.toHexString(content.length) + ".jar";
    }
}
