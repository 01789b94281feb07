package dev.hindsight.e2e;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles programs for the oldest JDK that is supported, with everything that a debugger wants. */
final class ProgramCompiler {
    private static final List<String> OPTIONS = List.of("--release", "17", "-g", "-Xlint:all,-serial", "-Werror");

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    /** Makes {@code target} the class path of {@code program}: its classes and its resources. */
    void compile(Program program, Path target) throws IOException {
        Files.createDirectories(target);
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(target));
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, List.of(target));
            boolean compiled = compiler.getTask(
                            messages, files, null, OPTIONS, null, files.getJavaFileObjects(program.source()))
                    .call();
            if (!compiled) {
                throw new AssertionError("Program " + program.name() + " does not compile:\n" + messages);
            }
        }
        Path resources = program.folder().resolve("classpath");
        if (Files.isDirectory(resources)) {
            World.copy(resources, target);
        }
        for (String file : program.missing()) {
            Files.delete(target.resolve(file));
        }
    }
}
