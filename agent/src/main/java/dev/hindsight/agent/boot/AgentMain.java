package dev.hindsight.agent.boot;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.jar.JarFile;

/**
 * Where the virtual machine enters the agent.
 *
 * <p>Two things happen here: the runtime classes that hooks call are defined by the boot loader, and the rest of the agent
 * is loaded by a loader of its own. This class touches no runtime class: a second copy, loaded by the system class loader,
 * would have statics of its own, and replay would be wrong without any error.
 */
public final class AgentMain {
    private static final String CORE = "dev.hindsight.agent.Agent";
    private static final String HOOKS = "dev.hindsight.runtime.Hooks";

    private AgentMain() {}

    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        String location = jarPath();
        Module base = Object.class.getModule();
        Module self = AgentMain.class.getModule();
        instrumentation.redefineModule(
                base, Set.of(), Map.of("jdk.internal.misc", Set.of(self)), Map.of(), Set.of(), Map.of());
        JarFile jar = new JarFile(new File(location), false);
        Class<?> hooks = BootClasses.define(jar, HOOKS);
        if (hooks.getClassLoader() != null) {
            throw new IllegalStateException("Hindsight's hooks were not loaded by the boot loader");
        }
        Module boot = hooks.getModule();
        AgentLoader loader = new AgentLoader(jar);
        Module core = loader.getUnnamedModule();
        instrumentation.redefineModule(
                base,
                Set.of(boot),
                Map.of("jdk.internal.misc", Set.of(boot, core), "jdk.internal.access", Set.of(boot)),
                Map.of(
                        "java.lang", Set.of(boot, core),
                        "java.lang.invoke", Set.of(core),
                        "java.util", Set.of(core),
                        "java.util.concurrent", Set.of(core),
                        "java.io", Set.of(core),
                        "java.security", Set.of(core),
                        "java.nio", Set.of(core),
                        "sun.nio.fs", Set.of(core),
                        "sun.nio.ch", Set.of(core),
                        "jdk.internal.loader", Set.of(core)),
                Set.of(),
                Map.of());
        @SuppressWarnings("unchecked")
        BiConsumer<String, Instrumentation> agent = (BiConsumer<String, Instrumentation>)
                loader.loadClass(CORE).getDeclaredConstructor(String.class).newInstance(location);
        loader.loadAll();
        agent.accept(options == null ? "" : options, instrumentation);
    }

    private static String jarPath() throws IOException {
        String url = AgentMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        File file = new File(java.net.URLDecoder.decode(url, "UTF-8"));
        return file.getAbsolutePath();
    }
}
