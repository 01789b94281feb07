package dev.hindsight.agent.host;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Files of a recording: readable by their owner alone, since they hold everything the program read. */
public final class PrivateFiles {
    private PrivateFiles() {}

    public static FileOutputStream create(File file) throws IOException {
        FileOutputStream out = new FileOutputStream(file);
        file.setReadable(false, false);
        file.setWritable(false, false);
        file.setReadable(true, true);
        file.setWritable(true, true);
        return out;
    }

    /** Writes a whole file, in one step for its readers. */
    public static void write(File file, String text) throws IOException {
        File fresh = new File(file.getPath() + ".new");
        try (FileOutputStream out = create(fresh)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        if (!fresh.renameTo(file)) {
            throw new IOException("cannot write " + file);
        }
    }

    public static void makeDirectory(File directory) throws IOException {
        if (!directory.isDirectory() && !directory.mkdirs()) {
            throw new IOException("cannot create the directory " + directory);
        }
        directory.setReadable(false, false);
        directory.setWritable(false, false);
        directory.setExecutable(false, false);
        directory.setReadable(true, true);
        directory.setWritable(true, true);
        directory.setExecutable(true, true);
    }
}
