package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import java.lang.instrument.Instrumentation;
import java.lang.ref.Reference;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives objects that there is one of, classes above all, identity hashes that depend on their names alone, so that it does
 * not matter what is hashed first while the agent starts.
 */
public final class NameHashes {
    private final Instrumentation instrumentation;

    public NameHashes(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
        // The JDK hashed this module when it let the agent in.
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        Vm.forceNameHash(loader.getUnnamedModule(), loader.getClass().getName() + " unnamed");
        nameModules();
    }

    /** The JVM hashed them when it set them up, and they stand in sets of each other. */
    private static void nameModules() {
        Collection<?> modules = bootModules();
        for (Object module : modules) {
            Vm.forceNameHash(module, ((Module) module).getName());
        }
        for (Object module : modules) {
            long reads = Vm.offsetOf(Module.class, "reads");
            if (Vm.getReference(module, reads) instanceof Set<?> set) {
                Vm.setReference(module, reads, new HashSet<>(set));
            }
            copySets(module, Vm.offsetOf(Module.class, "openPackages"));
            copySets(module, Vm.offsetOf(Module.class, "exportedPackages"));
        }
        try {
            Class<?> tables = Class.forName("java.lang.Module$ReflectionData", true, null);
            renewPairs(Vm.getStatic(tables, "reads"));
            renewPairs(Vm.getStatic(tables, "exports"));
            renewPairs(Vm.getStatic(tables, "uses"));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * What modules were given while the JVM runs is kept by pairs that remember their hash. What the program's module was
     * given is what the agent's first class needed: the program is not to see it.
     */
    private static void renewPairs(Object table) {
        Module programs = ClassLoader.getSystemClassLoader().getUnnamedModule();
        long map = Vm.offsetOf(table.getClass(), "map");
        Map<?, ?> old = (Map<?, ?>) Vm.getReference(table, map);
        Map<Object, Object> renewed = new ConcurrentHashMap<>();
        for (Map.Entry<?, ?> entry : old.entrySet()) {
            Object pair = entry.getKey();
            Object given = ((Reference<?>) Vm.getReference(pair, Vm.offsetOf(pair.getClass(), "peer"))).get();
            if (given != programs) {
                int hash = System.identityHashCode(((Reference<?>) pair).get()) ^ System.identityHashCode(given);
                Vm.setInt(pair, Vm.offsetOf(pair.getClass(), "hash"), hash);
                renewed.put(pair, entry.getValue());
            }
        }
        Vm.setReference(table, map, renewed);
    }

    private static void copySets(Object module, long field) {
        if (Vm.getReference(module, field) instanceof Map<?, ?> packages) {
            Map<Object, Object> copy = new HashMap<>();
            for (Map.Entry<?, ?> entry : packages.entrySet()) {
                Set<?> targets = (Set<?>) entry.getValue();
                // One element needs no hash, and some of these sets are known by their identity.
                copy.put(entry.getKey(), targets.size() < 2 ? targets : new HashSet<>(targets));
            }
            Vm.setReference(module, field, copy);
        }
    }

    /** Without the layer's own set of them, which would hash them. */
    private static Collection<?> bootModules() {
        return ((Map<?, ?>) Vm.getReference(ModuleLayer.boot(), Vm.offsetOf(ModuleLayer.class, "nameToModule")))
                .values();
    }

    /** For all there is by now. */
    public void assign() {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            Vm.nameHash(type);
        }
        for (Object module : bootModules()) {
            Vm.nameHash(module, ((Module) module).getName());
        }
        Vm.nameHash(ModuleLayer.boot(), "boot layer");
        for (ClassLoader loader = ClassLoader.getSystemClassLoader(); loader != null; loader = loader.getParent()) {
            String name = loader.getClass().getName();
            Vm.nameHash(loader, name);
            Vm.nameHash(loader.getUnnamedModule(), name + " unnamed");
        }
        Vm.nameHash(NameHashes.class.getModule(), "boot unnamed");
        Thread main = Thread.currentThread();
        Vm.nameHash(main, main.getName());
        for (ThreadGroup group = main.getThreadGroup(); group != null; group = group.getParent()) {
            Vm.nameHash(group, group.getName());
        }
    }
}
