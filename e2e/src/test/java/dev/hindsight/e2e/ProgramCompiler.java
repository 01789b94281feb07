package dev.hindsight.e2e;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles programs for the oldest JDK that they run on, with everything that a debugger wants. */
final class ProgramCompiler {
    private static final String PREVIEW = "--enable-preview";

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** One per thread: it keeps what it has read of the JDK. */
    private static final ThreadLocal<StandardJavaFileManager> FILES =
            ThreadLocal.withInitial(() -> COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8));

    /** Makes {@code target} the class path of {@code program}: its classes and its resources. */
    void compile(Program program, Path target) throws IOException {
        compileSources(List.of(program), target);
        Path resources = program.folder().resolve("classpath");
        if (Files.isDirectory(resources)) {
            World.copy(resources, target);
        }
        for (String file : program.missing()) {
            Files.delete(target.resolve(file));
        }
    }

    /** Compiles classes that belong together and are no programs by themselves, for the oldest JDK of all. */
    void compile(List<Path> sources, Path target) throws IOException {
        Files.createDirectories(target);
        requireNone(compileHere(options(Program.OLDEST_JDK), sources, List.of(target), target));
    }

    /** Compiles one class for the oldest JDK of all, whatever the compiler may remark. */
    void compileLeniently(Path source, List<Path> classPath, Path target) throws IOException {
        List<String> options = List.of("--release", Integer.toString(Program.OLDEST_JDK), "-g", "-nowarn");
        requireNone(compileHere(options, List.of(source), classPath, target));
    }

    /** Finds out whether programs compile, many at a time. */
    void compileAll(List<Program> programs, Path target) throws IOException {
        Map<List<String>, List<Program>> alike = new LinkedHashMap<>();
        for (Program program : programs) {
            alike.computeIfAbsent(options(program), options -> new ArrayList<>())
                    .add(program);
        }
        for (List<Program> group : alike.values()) {
            compileSources(group, target);
        }
    }

    /** @param programs all to be compiled with the same options */
    private static void compileSources(List<Program> programs, Path target) throws IOException {
        Files.createDirectories(target);
        List<Path> sources = programs.stream().map(Program::source).toList();
        Program first = programs.get(0);
        String messages = first.oldestJdk() > Runtime.version().feature()
                ? compileElsewhere(first, sources, target)
                : compileHere(options(first), sources, List.of(target), target);
        requireNone(messages);
    }

    private static void requireNone(String messages) {
        if (!messages.isEmpty()) {
            throw new AssertionError("Programs do not compile:\n" + messages);
        }
    }

    private static List<String> options(Program program) {
        List<String> options = options(program.oldestJdk());
        if (program.jvmOptions().contains(PREVIEW)) {
            options.add(PREVIEW);
        }
        return options;
    }

    private static List<String> options(int release) {
        return new ArrayList<>(
                List.of("--release", Integer.toString(release), "-g", "-Xlint:all,-serial,-preview", "-Werror"));
    }

    private static String compileHere(List<String> options, List<Path> sources, List<Path> classPath, Path target)
            throws IOException {
        StringWriter messages = new StringWriter();
        StandardJavaFileManager files = FILES.get();
        files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(target));
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
        boolean compiled = COMPILER.getTask(
                        messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                .call();
        return compiled ? "" : "javac: " + messages;
    }

    /** With the compiler of another JDK, which has to be there. */
    private static String compileElsewhere(Program first, List<Path> sources, Path target) throws IOException {
        Jdk jdk = Jdk.find().stream()
                .filter(found -> found.feature() >= first.oldestJdk())
                .findFirst()
                .orElseThrow();
        List<String> words =
                new ArrayList<>(List.of(jdk.home().resolve("bin/javac").toString()));
        words.addAll(options(first));
        words.addAll(List.of("-d", target.toString()));
        sources.forEach(source -> words.add(source.toString()));
        try {
            Process compiler =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            String messages = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return compiler.waitFor() == 0 ? "" : "javac: " + messages;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
