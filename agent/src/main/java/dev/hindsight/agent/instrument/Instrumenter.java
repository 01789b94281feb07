package dev.hindsight.agent.instrument;

import dev.hindsight.agent.patch.ClassPatcher;
import dev.hindsight.agent.patch.PublicNatives;
import dev.hindsight.agent.rewrite.BaseModule;
import dev.hindsight.agent.rewrite.ThreadSites;
import dev.hindsight.runtime.Doors;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeTable;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Puts the hooks into the classes that are loaded and into those that will be. */
public final class Instrumenter implements ClassFileTransformer, UnaryOperator<byte[]> {
    private static final String OWN = "dev/hindsight/";
    private static final String OWN_ENTRY = "dev/hindsight/agent/boot/";

    private final ClassPatcher patcher;
    private final Module base = Object.class.getModule();
    private final Map<String, byte[]> rewritten;
    private final boolean warm;
    private final boolean serial;
    /** Names of the classes that got methods of ours. */
    private final Set<String> extended = new HashSet<>();

    /**
     * @param cacheFile where rewritten classes of the JDK are kept
     * @param cacheKey names the JDK and this version of the agent
     * @param useCache whether what is kept may be used
     * @param serial whether threads take turns
     * @param defineRewriter makes the classes of the rewriter known, if they are needed
     */
    public Instrumenter(
            NativeTable table,
            File cacheFile,
            String cacheKey,
            boolean useCache,
            boolean serial,
            Runnable defineRewriter)
            throws IOException {
        List<ClassPatcher.Target> targets = PublicNatives.of(table);
        String[] owners = new String[targets.size()];
        String[] names = new String[targets.size()];
        for (int i = 0; i < owners.length; i++) {
            owners[i] = targets.get(i).owner().replace('/', '.');
            names[i] = targets.get(i).name();
        }
        Doors.redirect(owners, names);
        watchOthers(table);
        this.patcher = new ClassPatcher(targets);
        Doors.patchWith(this);
        Map<String, byte[]> kept = useCache ? ClassCache.read(cacheFile, cacheKey) : null;
        this.warm = kept != null;
        this.serial = serial;
        if (kept == null || serial) {
            defineRewriter.run();
        }
        if (kept == null) {
            kept = BaseModule.rewrite(table, patcher, serial);
            ClassCache.write(cacheFile, cacheKey, kept);
        }
        this.rewritten = kept;
    }

    private static void watchOthers(NativeTable table) {
        int count = 0;
        String[] owners = new String[table.rows().size()];
        String[] names = new String[owners.length];
        int[] ids = new int[owners.length];
        for (NativeRow row : table.rows()) {
            if (row.treatment() != NativeRow.Treatment.BY_CALL) {
                owners[count] = row.owner();
                names[count] = row.name();
                ids[count++] = row.id();
            }
        }
        Doors.watch(Arrays.copyOf(owners, count), Arrays.copyOf(names, count), ids);
    }

    /**
     * Whether the rewritten classes came from the cache. Rewriting them here leaves traces in the virtual machine (which
     * classes are linked), so a replay must do as its recording did.
     */
    public boolean isWarm() {
        return warm;
    }

    /**
     * Instruments what is loaded, in one batch, and from now on whatever is loaded later. The transformer comes first: a
     * class loaded between the two steps would escape.
     *
     * @param stale classes whose compiled code must go, too
     */
    public void install(Instrumentation instrumentation, String... stale) throws UnmodifiableClassException {
        instrumentation.addTransformer(this, true);
        List<Class<?>> affected = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.isArray() || type.isHidden() || type.isPrimitive() || !instrumentation.isModifiableClass(type)) {
                continue;
            }
            String name = type.getName().replace('.', '/');
            boolean foreign = type.getModule() != base && !isOwn(type.getClassLoader(), name);
            if (foreign || rewritten.containsKey(name) || List.of(stale).contains(type.getName())) {
                affected.add(type);
            }
        }
        try {
            instrumentation.retransformClasses(affected.toArray(new Class<?>[0]));
        } catch (LinkageError e) {
            throw new IllegalStateException("cannot instrument " + culprit(instrumentation, affected), e);
        }
    }

    /** What runs the hooks must not call them. */
    private static boolean isOwn(ClassLoader loader, String name) {
        return name.startsWith(loader == null ? OWN : OWN_ENTRY);
    }

    private static String culprit(Instrumentation instrumentation, List<Class<?>> affected)
            throws UnmodifiableClassException {
        for (Class<?> type : affected) {
            try {
                instrumentation.retransformClasses(type);
            } catch (LinkageError e) {
                return type.getName() + ": " + e;
            }
        }
        return "the JDK";
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] original) {
        if (name == null || isOwn(loader, name)) {
            return null;
        }
        byte[] prepared = loader == null || isAttach(module) ? rewritten.get(name) : null;
        return prepared != null || module == base ? prepared : patch(name, redefined, original);
    }

    /** A hidden class, which no transformer sees. */
    @Override
    public byte[] apply(byte[] hidden) {
        byte[] patched = patcher.patch(hidden, true);
        return serial ? ThreadSites.rewrite(patched == null ? hidden : patched, false) : patched;
    }

    /** The one module with prepared classes that is not the boot loader's. */
    private static boolean isAttach(Module module) {
        return "jdk.attach".equals(module.getName()) && module.getLayer() == ModuleLayer.boot();
    }

    /** A class takes new methods only when it is defined; whenever it is transformed again, it must get them again. */
    private byte[] patch(String name, Class<?> redefined, byte[] original) {
        boolean extensible = redefined == null;
        if (!extensible) {
            synchronized (extended) {
                extensible = extended.contains(name);
            }
        }
        byte[] patched = patcher.patch(original, extensible);
        if (patched != null && redefined == null && patcher.extendsOwner(original)) {
            synchronized (extended) {
                extended.add(name);
            }
        }
        return serial ? ThreadSites.rewrite(patched == null ? original : patched, redefined != null) : patched;
    }
}
