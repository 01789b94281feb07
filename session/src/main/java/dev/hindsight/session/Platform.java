package dev.hindsight.session;

import java.util.Set;

/** Decides whether this machine is one that Hindsight works on. */
final class Platform {
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64", "aarch64");

    private Platform() {}

    static void check() throws SessionException {
        check(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static void check(String system, String architecture) throws SessionException {
        if (!system.equals("Linux") || !ARCHITECTURES.contains(architecture)) {
            throw new SessionException(
                    SessionException.Reason.PLATFORM,
                    "Hindsight works on Linux on x86-64 and aarch64; this is " + system + " on " + architecture);
        }
    }
}
