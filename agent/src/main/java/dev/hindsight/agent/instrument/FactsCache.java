package dev.hindsight.agent.instrument;

import dev.hindsight.agent.patch.Facts;
import dev.hindsight.trace.FactSources;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.CRC32;

/** Facts about class paths, kept between runs: for each a file that says what they were found from, and what they are. */
public final class FactsCache {
    private static final int MOST_FILES = 64;

    private final File directory;

    public FactsCache(File directory) {
        this.directory = directory;
    }

    /** What is known about a class path as it is now; null for nothing. */
    public Facts find(String classPath) {
        try (InputStream in = FactSources.open(file(classPath))) {
            return in == null ? null : Facts.read(in, file(classPath));
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
            out.write(FactSources.bytes(places, facts.bytes()));
        }
        if (!fresh.renameTo(file(classPath))) {
            throw new IOException("cannot write " + file(classPath));
        }
    }

    /** Where it stands what is known about a class path, if it is. */
    public File file(String classPath) {
        CRC32 sum = new CRC32();
        for (String entry : classPath.split(File.pathSeparator)) {
            sum.update(new File(entry).getAbsolutePath().getBytes());
            sum.update(File.pathSeparatorChar);
        }
        return new File(directory, Long.toHexString(sum.getValue()) + ".facts");
    }
}
