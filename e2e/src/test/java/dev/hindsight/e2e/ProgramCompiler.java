package dev.hindsight.e2e;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles programs for the oldest JDK that they run on, with everything that a debugger wants. */
final class ProgramCompiler {
    private static final String PREVIEW = "--enable-preview";

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    /** Makes {@code target} the class path of {@code program}: its classes and its resources. */
    void compile(Program program, Path target) throws IOException {
        Files.createDirectories(target);
        if (program.oldestJdk() > Runtime.version().feature()) {
            compileElsewhere(program, target);
        } else {
            compileHere(program, target);
        }
        Path resources = program.folder().resolve("classpath");
        if (Files.isDirectory(resources)) {
            World.copy(resources, target);
        }
        for (String file : program.missing()) {
            Files.delete(target.resolve(file));
        }
    }

    private static List<String> options(Program program) {
        List<String> options = new ArrayList<>(List.of(
                "--release", Integer.toString(program.oldestJdk()), "-g", "-Xlint:all,-serial,-preview", "-Werror"));
        if (program.jvmOptions().contains(PREVIEW)) {
            options.add(PREVIEW);
        }
        return options;
    }

    private void compileHere(Program program, Path target) throws IOException {
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(target));
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, List.of(target));
            boolean compiled = compiler.getTask(
                            messages, files, null, options(program), null, files.getJavaFileObjects(program.source()))
                    .call();
            if (!compiled) {
                throw new AssertionError("Program " + program.name() + " does not compile:\n" + messages);
            }
        }
    }

    /** With the compiler of another JDK, which has to be there. */
    private static void compileElsewhere(Program program, Path target) throws IOException {
        Jdk jdk = Jdk.find().stream()
                .filter(found -> found.feature() >= program.oldestJdk())
                .findFirst()
                .orElseThrow();
        List<String> words =
                new ArrayList<>(List.of(jdk.home().resolve("bin/javac").toString()));
        words.addAll(options(program));
        words.addAll(List.of("-d", target.toString(), program.source().toString()));
        try {
            Process compiler = new ProcessBuilder(words).inheritIO().start();
            if (compiler.waitFor() != 0) {
                throw new AssertionError("Program " + program.name() + " does not compile");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
