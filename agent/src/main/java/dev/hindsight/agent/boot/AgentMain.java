package dev.hindsight.agent.boot;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.jar.JarFile;

/**
 * Where the virtual machine enters the agent.
 *
 * <p>All that happens here is that the agent's classes are defined by the boot loader and get access to the JDK's inside.
 * This class names none of them: a second copy, loaded by the system class loader, would have statics of its own, and
 * replay would be wrong without any error.
 */
public final class AgentMain implements Function<String, byte[]> {
    private static final String AGENT = "dev.hindsight.agent.Agent";
    private static final String RUNTIME = "dev.hindsight.runtime.Hooks";
    private static final String[] OPENED = {
        "java.lang",
        "java.lang.invoke",
        "java.util",
        "java.util.concurrent",
        "java.io",
        "java.nio",
        "java.security",
        "sun.nio.fs",
        "sun.nio.ch",
        "jdk.internal.loader",
        "jdk.internal.module",
        "jdk.internal.misc",
        "jdk.internal.vm",
        "jdk.internal.access",
        "jdk.internal.reflect"
    };

    private final JarFile jar;
    private final BootClasses classes;

    private AgentMain(JarFile jar, BootClasses classes) {
        this.jar = jar;
        this.classes = classes;
    }

    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of("jdk.internal.misc", Set.of(AgentMain.class.getModule())),
                Map.of(),
                Set.of(),
                Map.of());
        String location = jarPath();
        JarFile jar = new JarFile(new File(location), false);
        BootClasses classes = new BootClasses(jar);
        classes.defineRuntime();
        open(instrumentation, Class.forName(RUNTIME, false, null).getModule());
        classes.defineAgent();
        Class<?> agent = Class.forName(AGENT, false, null);
        @SuppressWarnings("unchecked")
        BiConsumer<String, Instrumentation> start =
                (BiConsumer<String, Instrumentation>) agent.getDeclaredConstructor(String.class, Function.class)
                        .newInstance(location, new AgentMain(jar, classes));
        start.accept(options == null ? "" : options, instrumentation);
    }

    private static void open(Instrumentation instrumentation, Module boot) {
        Map<String, Set<Module>> opened = new HashMap<>();
        for (String name : OPENED) {
            opened.put(name, Set.of(boot));
        }
        instrumentation.redefineModule(Object.class.getModule(), Set.of(boot), opened, opened, Set.of(), Map.of());
    }

    private static String jarPath() throws IOException {
        String url = AgentMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return new File(URLDecoder.decode(url, StandardCharsets.UTF_8)).getAbsolutePath();
    }

    /** Reads a file of the agent's jar; the empty name stands for defining the classes that rewrite the JDK's. */
    @Override
    public byte[] apply(String name) {
        try {
            if (name.isEmpty()) {
                classes.defineRewriter();
                return new byte[0];
            }
            try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
