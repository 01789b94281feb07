package dev.hindsight.agent.replay;

import dev.hindsight.runtime.Vm;
import java.util.ArrayList;
import java.util.List;

/** Classes that were loaded before the virtual machine asked for them, since the recorded run had them loaded by then. */
final class AskedClasses {
    private record Loaded(ClassLoader loader, String name, Class<?> type, Throwable thrown) {}

    private final List<Loaded> early = new ArrayList<>();
    /** Those that came to be loaded while another one was loaded early. */
    private final List<Loaded> inside = new ArrayList<>();

    /** Those that were asked for and wait while others are loaded early. */
    private final List<Loaded> waiting = new ArrayList<>();

    private ClassLoader askedLoader;
    private String askedName;

    /** Whether it is we who ask for this class. */
    boolean isAsking(ClassLoader loader, String name) {
        boolean own = loader == askedLoader && name.equals(askedName);
        if (own) {
            askedLoader = null;
        }
        return own;
    }

    /** Loads a class while another one, which was asked for later, waits for it. */
    void loadEarly(ClassLoader loader, String name, String before) {
        askedLoader = loader;
        askedName = name;
        waiting.add(new Loaded(loader, before, null, null));
        try {
            early.add(new Loaded(loader, name, loader.loadClass(name), null));
        } catch (Throwable e) {
            // Whatever a loader of the program throws; it is thrown again where the class is asked for.
            early.add(new Loaded(loader, name, null, e));
        } finally {
            waiting.remove(waiting.size() - 1);
        }
    }

    /** Whether classes wait until others that were asked for before them are loaded. */
    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    boolean isWaiting(ClassLoader loader, List<String> names) {
        for (Loaded asked : waiting) {
            if (asked.loader == loader && names.contains(asked.name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Loads what the virtual machine would ask for next; what is thrown is thrown where the class is asked for. It still asks for those that
     * the loader has from another one.
     */
    void loadSupertype(ClassLoader loader, String name) {
        try {
            Class<?> type = loader.loadClass(name);
            if (type != null && type.getClassLoader() != loader) {
                early.add(new Loaded(loader, name, type, null));
            }
        } catch (Throwable e) {
            early.add(new Loaded(loader, name, null, e));
        }
    }

    /** A loader goes on to load a class where the recorded one did; maybe as part of another class that is loaded early. */
    void passed(ClassLoader loader, String name) {
        if (isWaiting()) {
            inside.add(new Loaded(loader, name, null, null));
        }
    }

    /** The class if it was loaded as part of another one, as its superclass for instance; else null. The virtual machine has it. */
    Class<?> takePassed(ClassLoader loader, String name) {
        for (int i = 0; i < inside.size(); i++) {
            if (inside.get(i).loader == loader && inside.get(i).name.equals(name)) {
                inside.remove(i);
                return find(loader, name);
            }
        }
        return null;
    }

    private static Class<?> find(ClassLoader loader, String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            // Loading it failed there, and fails again where it is asked for.
            return null;
        }
    }

    /**
     * The class if it was loaded early; null if it was not. Throws what loading it threw. The virtual machine remembers the
     * answer, so it is given once.
     */
    Class<?> takeEarly(ClassLoader loader, String name) {
        for (int i = 0; i < early.size(); i++) {
            Loaded loaded = early.get(i);
            if (loaded.loader == loader && loaded.name.equals(name)) {
                early.remove(i);
                if (loaded.thrown != null) {
                    Vm.raise(loaded.thrown);
                }
                return loaded.type;
            }
        }
        return null;
    }
}
