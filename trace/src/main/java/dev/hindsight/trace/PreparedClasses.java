package dev.hindsight.trace;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.zip.CRC32;

/** Where the rewritten classes of a JDK are kept for one build of the agent; the tool and the agent must agree. */
public final class PreparedClasses {
    private final File always;
    private final File turns;
    private final File programs;
    private final File facts;

    private PreparedClasses(File directory, String name) {
        this.always = new File(directory, name + ".classes");
        this.turns = new File(directory, name + "-turns.classes");
        this.programs = new File(directory, name + "-programs");
        this.facts = new File(directory, name + "-facts");
    }

    public static PreparedClasses in(File cacheDirectory, File javaHome, File agentJar) throws IOException {
        File image = new File(javaHome.getCanonicalFile(), "lib/modules");
        CRC32 crc = new CRC32();
        byte[] buffer = new byte[1 << 16];
        try (FileInputStream in = new FileInputStream(agentJar)) {
            for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                crc.update(buffer, 0, count);
            }
        }
        String jdk = image.getPath() + " " + image.length() + " " + image.lastModified();
        for (int i = 0; i < jdk.length(); i++) {
            crc.update(jdk.charAt(i));
        }
        return new PreparedClasses(cacheDirectory, "jdk-" + Long.toHexString(crc.getValue()));
    }

    /** What every run needs. */
    public File always() {
        return always;
    }

    /** What is needed instead from the moment on that threads take turns. */
    public File turns() {
        return turns;
    }

    /** The directory of what programs need from that moment on. */
    public File programs() {
        return programs;
    }

    /** The directory of what was found out about programs before they ran. */
    public File facts() {
        return facts;
    }

    public boolean exist() {
        return always.exists() && turns.exists();
    }
}
