package dev.hindsight.session;

import dev.hindsight.trace.PreparedClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Has the JDK's classes rewritten ahead of the first recording, once per JDK and build of the agent. Without it the agent
 * would do so inside the recorded program, and again inside each of its replays.
 */
final class Preparation {
    private static final int LIMIT_SECONDS = 120;

    private Preparation() {}

    /** Does nothing if it was done before; if it cannot be done, the agent does without. */
    static void ensure(Jdk jdk, Path agent) throws IOException, InterruptedException {
        Path cache = agent.getParent();
        PreparedClasses prepared = PreparedClasses.in(cache.toFile(), jdk.home().toFile(), agent.toFile());
        if (prepared.exist()) {
            CacheFiles.use(prepared.always().toPath());
            CacheFiles.use(prepared.turns().toPath());
        } else {
            String option = AgentOptions.forAllModules(agent)
                    .with("prepare", "yes")
                    .with("cache", cache.toString())
                    .toString();
            ProcessBuilder builder = new ProcessBuilder(jdk.launcher().toString(), "-Xshare:auto", option, "-version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().keySet().removeAll(Jdk.OPTION_VARIABLES);
            Process process = builder.start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
