package dev.hindsight.e2e;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints the native methods of the running JDK: class, result and signature, as the table of natives names them. */
final class NativeScan {
    private NativeScan() {}

    /** @param modules those to look into */
    public static void main(String[] modules) throws IOException {
        FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
        for (String module : modules) {
            Path root = image.getPath("/modules", module);
            try (Stream<Path> files = Files.walk(root)) {
                List<String> names = files.map(root::relativize)
                        .map(Path::toString)
                        .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
                        .map(name -> name.substring(0, name.length() - ".class".length())
                                .replace('/', '.'))
                        .sorted()
                        .toList();
                names.forEach(NativeScan::print);
            }
        }
    }

    private static void print(String name) {
        try {
            Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isNative(method.getModifiers())) {
                    System.out.println(name + " " + method.getReturnType().getSimpleName() + " " + method.getName()
                            + Arrays.stream(method.getParameterTypes())
                                    .map(Class::getSimpleName)
                                    .collect(Collectors.joining(",", "(", ")")));
                }
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // A class for something that this image does not have.
            return;
        }
    }
}
