package dev.hindsight.agent.host;

import dev.hindsight.trace.Recording;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdk.internal.misc.VM;

/** How this virtual machine was started, as the manifest describes it. */
public final class Launch {
    private static final String AGENT = "-javaagent:";
    /** What the virtual machine makes of the former, but for a module that it adds to those of the program. */
    private static final String AGENT_LIBRARY = "-agentlib:instrument=";

    private static final String[] MODES = {"unknown", "class", "jar", "module", "source"};

    private final String version;
    private final String agentJar;
    /** The option that loaded us, as it was given; null if there is none. */
    private final String ownOption;

    private final JdkIdentity jdk;
    private final List<Object> arguments = new ArrayList<>();
    private List<String> heapOptions = List.of();
    private Thread mainThread;
    private Class<?> main;
    private String mode = MODES[0];
    private String target = "";

    public Launch(String version, String agentJar, JdkIdentity jdk) {
        this.version = version;
        this.agentJar = agentJar;
        this.ownOption = optionOf(agentJar);
        this.jdk = jdk;
    }

    private static String optionOf(String jar) {
        for (String option : VM.getRuntimeArguments()) {
            String prefix = option.startsWith(AGENT) ? AGENT : AGENT_LIBRARY;
            if (option.startsWith(prefix) && isJar(option.substring(prefix.length()), jar)) {
                return option;
            }
        }
        return null;
    }

    /** Whether an agent's option names this jar, be it by a relative path or by a link. */
    private static boolean isJar(String option, String jar) {
        int options = option.indexOf('=');
        String path = options < 0 ? option : option.substring(0, options);
        try {
            return path.equals(jar) || new File(path).getCanonicalPath().equals(jar);
        } catch (IOException e) {
            return false;
        }
    }

    public void mainStarting(Class<?> mainClass, int launcherMode, String launcherTarget) {
        mainThread = Thread.currentThread();
        main = mainClass;
        heapOptions = HeapChoice.options();
        JvmFlags.keepStackTraces();
        mode = launcherMode > 0 && launcherMode < MODES.length ? MODES[launcherMode] : MODES[0];
        target = launcherTarget;
    }

    /** The launcher decodes an argument of the program; false if the program has not been found yet. */
    public boolean argument(byte[] value) {
        if (main == null || Thread.currentThread() != mainThread) {
            return false;
        }
        synchronized (arguments) {
            arguments.add(new String(value, StandardCharsets.UTF_8));
        }
        return true;
    }

    public Thread mainThread() {
        return mainThread;
    }

    public Map<String, Object> describe() {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("format", (long) Recording.FORMAT);
        manifest.put("hindsight", version);
        manifest.put("pid", pid());
        manifest.put("jdk", jdk.describe());
        manifest.put("os", Map.of("name", System.getProperty("os.name"), "arch", System.getProperty("os.arch")));
        Map<String, Object> launch = new LinkedHashMap<>();
        launch.put("mode", mode);
        launch.put("target", target);
        launch.put("mainClass", main.getName());
        launch.put("arguments", List.of());
        launch.put("vmArguments", List.of(withoutAgent(VM.getRuntimeArguments())));
        launch.put("heapOptions", heapOptions);
        launch.put("agentPosition", (long) agentPosition(VM.getRuntimeArguments()));
        launch.put("keptModules", keptModules(VM.getRuntimeArguments()));
        launch.put("classPath", System.getProperty("java.class.path", ""));
        launch.put("modulePath", System.getProperty("jdk.module.path", ""));
        manifest.put("launch", launch);
        manifest.put("workingDirectory", System.getProperty("user.dir"));
        manifest.put("environment", environment());
        manifest.put("properties", SystemProperties.capture());
        return manifest;
    }

    /** Completes a description with the arguments that are known by now. */
    @SuppressWarnings("unchecked")
    public void putArguments(Map<String, Object> manifest) {
        synchronized (arguments) {
            ((Map<String, Object>) manifest.get("launch")).put("arguments", new ArrayList<>(arguments));
        }
    }

    /** Of this process; 0 if it cannot be told. */
    public static Object pid() {
        try {
            return Long.valueOf(new File("/proc/self").getCanonicalFile().getName());
        } catch (IOException | NumberFormatException e) {
            return 0L;
        }
    }

    /** The virtual machine's options less the one that loaded us. */
    public String[] withoutAgent(String[] options) {
        List<String> kept = new ArrayList<>();
        for (String option : options) {
            if (!loadsUs(option)) {
                kept.add(option);
            }
        }
        return kept.toArray(new String[0]);
    }

    private boolean loadsUs(String option) {
        return option.equals(ownOption);
    }

    /** How many of the virtual machine's options come before the one that loaded us: agents start in their order. */
    private int agentPosition(String[] options) {
        int position = 0;
        while (position < options.length && !loadsUs(options[position])) {
            position++;
        }
        return position;
    }

    /** Whether the option that loaded us left the archived graph of modules in use, which a replay has to do as well. */
    private boolean keptModules(String[] options) {
        int position = agentPosition(options);
        return position < options.length && options[position].startsWith(AGENT_LIBRARY);
    }

    /** The options of agents that began before us. */
    public List<String> earlierAgents() {
        String[] options = VM.getRuntimeArguments();
        List<String> earlier = new ArrayList<>();
        for (int i = 0; i < agentPosition(options); i++) {
            if (options[i].startsWith(AGENT) || options[i].startsWith(AGENT_LIBRARY)) {
                earlier.add(options[i]);
            }
        }
        return earlier;
    }

    /** The option that makes a child JVM record itself to a directory. */
    public String agentOption(Options options, String directory) {
        String option = AGENT + agentJar + "=output=" + Options.escape(directory);
        for (String passed : new String[] {"cache", "threads", "chaos", "standstill"}) {
            if (options.has(passed)) {
                option += "," + passed + "=" + Options.escape(options.get(passed, ""));
            }
        }
        return option;
    }

    private static List<Object> environment() {
        List<Object> variables = new ArrayList<>();
        try (FileInputStream in = new FileInputStream("/proc/self/environ")) {
            byte[] all = in.readAllBytes();
            int start = 0;
            for (int i = 0; i < all.length; i++) {
                if (all[i] == 0) {
                    variables.add(new String(all, start, i - start, StandardCharsets.UTF_8));
                    start = i + 1;
                }
            }
        } catch (IOException e) {
            return variables;
        }
        return variables;
    }

    /** The variables without what the tool changed to get the agent into child processes: names and values alternate. */
    public byte[][] environment(byte[][] raw, Options options) {
        if (!options.has("hide-path") && !options.has("hide-java-home")) {
            return raw;
        }
        List<byte[]> kept = new ArrayList<>();
        for (int i = 0; i + 1 < raw.length; i += 2) {
            byte[] value = raw[i + 1];
            if (Arrays.equals(raw[i], "PATH".getBytes(StandardCharsets.UTF_8))) {
                value = options.get("hide-path", "").getBytes(StandardCharsets.UTF_8);
            } else if (Arrays.equals(raw[i], "JAVA_HOME".getBytes(StandardCharsets.UTF_8))) {
                value = options.get("hide-java-home", "").getBytes(StandardCharsets.UTF_8);
            }
            if (value.length > 0 || raw[i + 1].length == 0) {
                kept.add(raw[i]);
                kept.add(value);
            }
        }
        return kept.toArray(new byte[0][]);
    }
}
