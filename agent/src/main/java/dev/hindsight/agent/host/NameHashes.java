package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import java.lang.instrument.Instrumentation;

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
    }

    /** For all there is by now. */
    public void assign() {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            Vm.nameHash(type);
        }
        for (Module module : ModuleLayer.boot().modules()) {
            Vm.nameHash(module, module.getName());
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
