package dev.hindsight.bench.baseline;

import dev.hindsight.agent.analyze.Analysis;
import dev.hindsight.agent.analyze.ClassPath;
import dev.hindsight.agent.patch.Facts;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** Has a baseline record the program of this JVM; the option says which one, and where to: {@code light-o1=DIR}. */
public final class BaselineAgent {
    private static final int FAILED = 3;

    private BaselineAgent() {}

    public static void premain(String option, Instrumentation instrumentation) throws IOException {
        Recorder recorder = Recorder.of(option);
        Recorder.install(recorder);
        instrumentation.addTransformer(transformer(recorder));
        Runtime.getRuntime().addShutdownHook(new Thread(ThreadLog::closeAll));
    }

    /** What the product's own analysis finds out about the program. */
    private static Facts analyzed() throws IOException {
        ClassPath path = ClassPath.read(System.getProperty("java.class.path"));
        return Analysis.of(path.classes()).facts();
    }

    static ClassFileTransformer transformer(Recorder recorder) throws IOException {
        ProgramClasses classes = new ProgramClasses(recorder.settled() ? analyzed() : Facts.of(new long[0]));
        return new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] file) {
                boolean program = loader != null && name != null && old == null && ProgramClasses.isProgram(name);
                return program ? rewrite(loader, name, file) : null;
            }

            private byte[] rewrite(ClassLoader loader, String name, byte[] file) {
                try {
                    ClassReader reader = new ClassReader(file);
                    classes.add(name, reader);
                    return ClassRewriter.rewrite(reader, loader, classes, recorder.kind(), recorder.guarded());
                } catch (RuntimeException | AnalyzerException e) {
                    // Others rely on the fields that this class would have got.
                    System.err.println("baseline: cannot instrument " + name);
                    e.printStackTrace();
                    Runtime.getRuntime().halt(FAILED);
                    return null;
                }
            }
        };
    }
}
