package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.FieldStates;
import dev.hindsight.agent.host.PrivateFiles;
import dev.hindsight.agent.host.SignedJars;
import dev.hindsight.trace.ClassStore;
import dev.hindsight.trace.NativeTable;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** The replaying side's part of the rehearsal. */
public final class ReplayingPractice {
    private ReplayingPractice() {}

    public static void run(NativeTable table) throws IOException {
        Throwable thrown = Throwables.rebuild(table.named("java.io.FileInputStream", "open0"), 1, "practice", 0);
        thrown.printStackTrace(new PrintWriter(new StringWriter()));
        new RecordedClasses(new ClassStore(), new SignedJars(new File("/nowhere"))).find(null, "practice/None.class");
        new FieldStates().of(File.class);
        File scratch = new File(System.getProperty("java.io.tmpdir"), "hindsight-" + System.nanoTime() + ".practice");
        try {
            PrivateFiles.write(scratch, "practice");
            MappedFiles files = new MappedFiles(scratch);
            files.resize(0, 0, 1);
            files.write(0, 0, 0, new byte[1], 1);
            files.map(0, 0, 0, 0, 1);
            files.map(0, 0, 1, 0, 1);
            files.close();
        } finally {
            scratch.delete();
        }
    }
}
