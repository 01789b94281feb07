package dev.hindsight.bench.baseline;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.nio.file.Path;

/** Runs a program of the tests in this JVM, instrumented by its class loader, as if the agent was there. */
public final class RacingRun {
    private RacingRun() {}

    /** @param option as the agent takes it */
    public static void record(String option, Path directory, int rounds) throws Exception {
        Probe.reads().clear();
        Probe.writes().clear();
        Recorder recorder = Recorder.of(option + "=" + directory);
        Recorder.install(recorder);
        ClassLoader loader = new InstrumentingLoader(BaselineAgent.transformer(recorder));
        Thread main = new Thread(() -> race(loader, rounds));
        main.start();
        main.join();
        ThreadLog.closeAll();
    }

    private static void race(ClassLoader loader, int rounds) {
        try {
            loader.loadClass("dev.hindsight.bench.racing.Program")
                    .getMethod("race", int.class)
                    .invoke(null, rounds);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Defines the program's classes anew. */
    private static final class InstrumentingLoader extends ClassLoader {
        private static final String PROGRAM = "dev.hindsight.bench.racing.";
        private final ClassFileTransformer transformer;

        InstrumentingLoader(ClassFileTransformer transformer) {
            super(RacingRun.class.getClassLoader());
            this.transformer = transformer;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(PROGRAM)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String path = name.replace('.', '/');
            try (InputStream in = getResourceAsStream(path + ".class")) {
                byte[] file = in.readAllBytes();
                byte[] changed = transformer.transform(this, path, null, null, file);
                return defineClass(name, changed, 0, changed.length);
            } catch (IOException | IllegalClassFormatException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
