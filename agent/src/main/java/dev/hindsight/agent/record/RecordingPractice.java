package dev.hindsight.agent.record;

import dev.hindsight.runtime.Vm;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/** The recording side's part of the rehearsal. */
public final class RecordingPractice {
    private RecordingPractice() {}

    /** @param file any that is not empty */
    public static void run(File file) throws IOException {
        MappedFiles files = new MappedFiles();
        try (RandomAccessFile open = new RandomAccessFile(file, "r")) {
            int fd = Vm.fd(open.getFD());
            files.map(fd);
            open.read();
            files.change(fd, -1, 1).read(1);
        }
    }
}
