package dev.hindsight.runtime;

/**
 * Where the JDK loads a native library, and where it runs a diagnostic command. Libraries of the program are not loaded at replay,
 * where none of their code runs.
 */
public final class LibraryHooks {
    /** For the JVM a library that is part of itself, which is not unloaded, and in which it finds nothing. */
    private static final long NOWHERE = -1;

    private static final String DESKTOP = "java.desktop";

    private LibraryHooks() {}

    /** @param what a command, or a library as the JDK knows it */
    public static EventSink enter(int row, Object what) {
        if (what instanceof String command) {
            return isJava(command) ? null : Hooks.enter(row);
        }
        Class<?> loads = (Class<?>) Vm.getReference(what, Vm.offsetOf(what.getClass(), "fromClass"));
        if (!isOfJdk(loads)) {
            return Hooks.enter(row);
        }
        if (DESKTOP.equals(loads.getModule().getName())) {
            noticeDesktop(what);
        }
        return null;
    }

    /** Its natives are in no table: they draw, decode and measure in memory that is theirs. */
    private static void noticeDesktop(Object library) {
        EventSink sink = Hooks.current();
        Supervisor chosen = Hooks.supervisor;
        if (sink != null && chosen != null) {
            sink.mute();
            try {
                String file = (String) Vm.getReference(library, Vm.offsetOf(library.getClass(), "name"));
                chosen.unrecorded("the natives of " + DESKTOP + " in " + file.substring(file.lastIndexOf('/') + 1));
            } finally {
                sink.unmute();
            }
        }
    }

    /** Commands that the JVM hands to Java code run again at replay, as that code does. */
    private static boolean isJava(String command) {
        return command.startsWith("help") || command.startsWith("JFR.") || command.startsWith("ManagementAgent.");
    }

    private static boolean isOfJdk(Class<?> type) {
        String module = type.getModule().getName();
        return type.getClassLoader() == null
                || module != null
                        && type.getModule().getLayer() == ModuleLayer.boot()
                        && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    /** The library's own code runs from here to {@link #ran}. */
    public static boolean calls(EventSink sink, String name) {
        boolean calls = Hooks.calls(sink);
        if (calls && sink != null) {
            NativeCall.begin(sink, name);
        }
        return calls;
    }

    public static void ran(EventSink sink) {
        if (sink != null) {
            NativeCall.end(sink);
        }
    }

    /** A library that is not loaded seems to be. */
    public static void loaded(EventSink sink, Object library, boolean loaded) {
        if (loaded && sink != null && sink.replays()) {
            Vm.setLong(library, Vm.offsetOf(library.getClass(), "handle"), NOWHERE);
            Vm.setByte(library, Vm.offsetOf(library.getClass(), "isBuiltin"), (byte) 1);
        }
    }
}
