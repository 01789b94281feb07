package dev.hindsight.agent.instrument;

import dev.hindsight.agent.patch.Facts;
import dev.hindsight.trace.FactSources;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.CRC32;

/** Facts about class paths, kept between runs: for each a file with the facts, and one that says what they were found from. */
public final class FactsCache {
    private static final int MOST_FILES = 64;

    private final File directory;

    public FactsCache(File directory) {
        this.directory = directory;
    }

    /** What is known about a class path as it is now; null for nothing. */
    public Facts find(String classPath) {
        try {
            long checksum = FactSources.checksum(sources(classPath));
            Facts facts = checksum == 0 ? null : Facts.read(file(classPath, ".facts"));
            return facts != null && facts.checksum() == checksum ? facts : null;
        } catch (IOException e) {
            // It only costs time.
            return null;
        }
    }

    /**
     * Keeps what was found out.
     *
     * @param places directories and archives, also those that are missing
     */
    public void write(String classPath, List<File> places, Facts facts) throws IOException {
        if (!directory.isDirectory() && !directory.mkdirs()) {
            throw new IOException("cannot create the directory " + directory);
        }
        ProgramCache.removeOldest(directory, MOST_FILES);
        File fresh = File.createTempFile("facts", ".new", directory);
        try (FileOutputStream out = new FileOutputStream(fresh)) {
            out.write(facts.bytes());
        }
        replace(file(classPath, ".facts"), fresh);
        FactSources.write(fresh, facts.checksum(), places);
        replace(sources(classPath), fresh);
    }

    private static void replace(File file, File fresh) throws IOException {
        if (!fresh.renameTo(file)) {
            throw new IOException("cannot write " + file);
        }
    }

    /** The file that says from what something is known about a class path. */
    public File sources(String classPath) {
        return file(classPath, ".sources");
    }

    private File file(String classPath, String suffix) {
        CRC32 sum = new CRC32();
        for (String entry : classPath.split(File.pathSeparator)) {
            sum.update(new File(entry).getAbsolutePath().getBytes());
            sum.update(File.pathSeparatorChar);
        }
        return new File(directory, Long.toHexString(sum.getValue()) + suffix);
    }
}
