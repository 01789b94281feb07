package dev.hindsight.agent.instrument;

import dev.hindsight.agent.host.Run;
import dev.hindsight.agent.patch.Ahead;
import dev.hindsight.agent.patch.ClassPatcher;
import dev.hindsight.agent.patch.ConstantPool;
import dev.hindsight.agent.patch.Facts;
import dev.hindsight.agent.patch.Lending;
import dev.hindsight.agent.patch.MonitorUse;
import dev.hindsight.agent.patch.NativeUse;
import dev.hindsight.agent.patch.Polls;
import dev.hindsight.agent.patch.PublicNatives;
import dev.hindsight.agent.patch.SpinUse;
import dev.hindsight.agent.patch.ThreadStarts;
import dev.hindsight.agent.patch.TurnSites;
import dev.hindsight.agent.patch.TypeFacts;
import dev.hindsight.agent.patch.Unguarded;
import dev.hindsight.agent.rewrite.BaseModule;
import dev.hindsight.agent.rewrite.ProgramNatives;
import dev.hindsight.agent.rewrite.StepSites;
import dev.hindsight.agent.rewrite.ThreadSites;
import dev.hindsight.runtime.BesideHooks;
import dev.hindsight.runtime.Doors;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Links;
import dev.hindsight.runtime.NativeCall;
import dev.hindsight.runtime.Owners;
import dev.hindsight.runtime.RunHooks;
import dev.hindsight.runtime.StepLog;
import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeTable;
import dev.hindsight.trace.PreparedClasses;
import dev.hindsight.trace.ThreadMode;
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
public final class Instrumenter implements ClassFileTransformer, UnaryOperator<byte[]>, Run.Turning {
    /** The prepared class that has more methods than the original: once loaded, it cannot get them any more. */
    private static final String TAKES_METHODS = "com/sun/management/internal/GarbageCollectorExtImpl";

    private static final byte[] UNCHANGED = {};
    private static final String OWN = "dev/hindsight/";
    private static final String OWN_ENTRY = "dev/hindsight/agent/boot/";

    private final ClassPatcher patcher;
    private final Module base = Object.class.getModule();
    /** It runs whenever a class is loaded, and not as often in a replay, which has one transformer less. */
    private final Module instrument = Instrumentation.class.getModule();

    private final PreparedClasses cache;
    private final String cacheKey;
    private final Runnable defineRewriter;
    private final boolean warm;
    private final boolean serial;
    private final Polls all;
    /** What code of the program may touch without a turn. */
    private final Lending lending;

    private final Map<String, byte[]> rewritten;
    /** What replaces those when threads take turns; null before it is read. */
    private Map<String, byte[]> turns;
    /** The names of all collections of the JDK in which threads can be made to wait then. */
    private String collections;

    /** Classes that are not transformed again, since their methods run. */
    private List<String> running = List.of();

    /** Whether threads take turns now. */
    private volatile boolean turning;

    /** Whether classes of the program tell what they do. */
    private boolean telling;

    private boolean rewriterDefined;
    /** Names the program, by what is run and where that comes from. */
    private final String program =
            System.getProperty("sun.java.command", "").split(" ", 2)[0] + System.getProperty("java.class.path");

    private ProgramCache programs;
    private boolean programsSought;

    /** What was found out about the program ahead; null for nothing. */
    private Facts facts;

    private boolean checksFacts;
    /** The loader of the classes that this is about. */
    private ClassLoader loaderOfFacts;
    /** Those of them that were loaded as they were then. */
    private final Set<String> covered = new HashSet<>();

    private Instrumentation instrumentation;
    /** Classes, not of the JDK's base, that were there before the hooks; they take no new methods. */
    private final List<Class<?>> early = new ArrayList<>();

    /**
     * @param cache where rewritten classes of the JDK are kept
     * @param cacheKey names the JDK and this version of the agent
     * @param useCache whether what is kept may be used
     * @param threads how they run when there are two
     * @param polls where a running thread can be made to wait then
     * @param defineRewriter makes the classes of the rewriter known, if they are needed
     */
    public Instrumenter(
            NativeTable table,
            PreparedClasses cache,
            String cacheKey,
            boolean useCache,
            ThreadMode threads,
            Polls polls,
            Runnable defineRewriter)
            throws IOException {
        this.cache = cache;
        this.cacheKey = cacheKey;
        this.serial = threads.takesTurns();
        this.all = polls;
        this.lending = switch (threads) {
            case PARALLEL -> Lending.OWN;
            case SYNC -> Lending.ANYTHING;
            default -> Lending.NOTHING;
        };
        this.defineRewriter = defineRewriter;
        ClassCache kept = useCache && cache.exist() ? ClassCache.read(cache.always(), cacheKey) : null;
        this.warm = kept != null;
        List<ClassPatcher.Target> targets = warm ? PublicNatives.parse(kept.facts()) : PublicNatives.of(table);
        String[] owners = new String[targets.size()];
        String[] names = new String[targets.size()];
        for (int i = 0; i < owners.length; i++) {
            owners[i] = targets.get(i).owner().replace('/', '.');
            names[i] = targets.get(i).name();
        }
        Doors.redirect(owners, names);
        watchOthers(table);
        this.patcher = new ClassPatcher(targets, PublicNatives.ofReferences());
        Doors.patchWith(this);
        if (warm) {
            this.rewritten = kept.classes();
        } else {
            defineRewriter();
            BaseModule module = BaseModule.rewrite(table, patcher);
            this.rewritten = module.rewritten();
            this.turns = module.turns();
            this.collections = String.join(" ", module.collections());
            new ClassCache(PublicNatives.text(targets), rewritten).write(cache.always(), cacheKey);
            new ClassCache(collections, turns).write(cache.turns(), cacheKey);
        }
    }

    private synchronized void defineRewriter() {
        if (!rewriterDefined) {
            rewriterDefined = true;
            defineRewriter.run();
        }
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

    /** Classes of the program tell what they do, step by step; said before any is instrumented. */
    public void tellSteps() {
        telling = true;
    }

    /**
     * What was found out ahead about the classes that the application's loader finds; said before any is instrumented.
     *
     * @param checked whether nothing relies on it, and all of it is looked at
     */
    public void know(Facts ahead, boolean checked) {
        facts = ahead;
        checksFacts = checked;
        loaderOfFacts = ClassLoader.getSystemClassLoader();
    }

    /** What was found out ahead and is used; null for nothing. */
    public Facts facts() {
        return facts;
    }

    public boolean checksFacts() {
        return checksFacts;
    }

    /**
     * Instruments what is loaded, in one batch, and from now on whatever is loaded later. The transformer comes first: a
     * class loaded between the two steps would escape.
     *
     * @param stale classes whose compiled code must go, too
     */
    public void install(Instrumentation with, String... stale) throws UnmodifiableClassException {
        instrumentation = with;
        if (lending == Lending.OWN) {
            Owners.prepare();
        }
        for (Class<?> type : with.getAllLoadedClasses()) {
            if (isForeign(type)) {
                early.add(type);
                if (isKnownAhead(type.getClassLoader(), internalName(type))) {
                    // Its objects will have no word.
                    facts = null;
                }
            }
        }
        with.addTransformer(this, true);
        with.setNativeMethodPrefix(this, NativeCall.PREFIX);
        transform(rewritten, List.of(stale));
    }

    /**
     * From now on threads take turns. Methods that run at the moment stay as they are until they return, and so do the classes
     * of the program that have them: exceptions could not tell the lines of such methods any more.
     *
     * @throws IOException if what was prepared for this cannot be read
     */
    @Override
    public void takeTurns() throws IOException, UnmodifiableClassException {
        if (turns == null) {
            ClassCache kept = ClassCache.read(cache.turns(), cacheKey);
            turns = kept == null ? null : kept.classes();
            collections = kept == null ? null : kept.facts();
        }
        if (turns == null) {
            throw new IOException("the classes prepared for this JDK cannot be read from " + cache.turns());
        }
        turning = true;
        running = running();
        if (interrupts()) {
            ComputingClasses.initialiseAll(collections.replace('/', '.').split(" "));
        }
        transform(turns, List.of());
        if (lends()) {
            ComputingClasses.initialise();
        }
        if (lending == Lending.OWN) {
            Owners.start();
        }
    }

    /**
     * The names of the classes whose methods the current thread, the only one, is in. Initialisers, in which many a thread is
     * started, do not count: nobody calls them again, and the methods of such a class are still to come.
     */
    private static List<String> running() {
        List<String> names = new ArrayList<>();
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (!frame.getMethodName().equals("<clinit>")) {
                names.add(frame.getClassName());
            }
        }
        return names;
    }

    /** Has loaded classes transformed: foreign ones, those with new content, and others by name. */
    private void transform(Map<String, byte[]> contents, List<String> others) throws UnmodifiableClassException {
        Set<String> wanted = new HashSet<>(others);
        for (String name : contents.keySet()) {
            wanted.add(name.replace('/', '.'));
        }
        List<Class<?>> affected = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (isForeign(type) && !running.contains(type.getName())
                    || (wanted.contains(type.getName()) || isInterrupted(internalName(type))) && isModifiable(type)) {
                affected.add(type);
            }
        }
        transform(affected);
    }

    /**
     * Has classes transformed, in one batch. The JVM refuses the batch if it has a class whose initialiser failed; nobody will
     * run such a class, and it is found by halving.
     */
    private void transform(List<Class<?>> affected) throws UnmodifiableClassException {
        try {
            instrumentation.retransformClasses(affected.toArray(new Class<?>[0]));
        } catch (LinkageError | UnsupportedOperationException e) {
            throw new IllegalStateException("cannot instrument " + culprit(affected), e);
        } catch (InternalError e) {
            if (affected.size() > 1) {
                int half = affected.size() / 2;
                transform(affected.subList(0, half));
                transform(affected.subList(half, affected.size()));
            }
        }
    }

    private boolean isModifiable(Class<?> type) {
        return !type.isArray() && !type.isHidden() && !type.isPrimitive() && instrumentation.isModifiableClass(type);
    }

    /** Whether a class can be changed and belongs neither to the JDK's base nor to us. */
    private boolean isForeign(Class<?> type) {
        return type.getModule() != base && isModifiable(type) && !isOwn(type.getClassLoader(), internalName(type));
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** Whether running threads can be made to wait in some classes of the JDK's base when threads take turns. */
    private boolean interrupts() {
        return all == Polls.BEFORE_ACCESSES || lends();
    }

    /** Whether this is a class of the JDK's base in which running threads can be made to wait now. */
    private boolean isInterrupted(String name) {
        return turning && interrupts() && Unguarded.isOne(name);
    }

    /** What runs the hooks must not call them. */
    private static boolean isOwn(ClassLoader loader, String name) {
        return name.startsWith(loader == null ? OWN : OWN_ENTRY);
    }

    private String culprit(List<Class<?>> affected) throws UnmodifiableClassException {
        for (Class<?> type : affected) {
            try {
                instrumentation.retransformClasses(type);
            } catch (LinkageError | UnsupportedOperationException e) {
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
        byte[] changed = hooked(module, loader, name, redefined, original);
        return telling && module != base && !isOfJdk(module) ? told(original, changed) : changed;
    }

    /** A class that tells what it does; as it was changed if it has no room for that. */
    private byte[] told(byte[] original, byte[] changed) {
        long low = Vm.hashLow();
        long high = Vm.hashHigh();
        EventSink bracket = RunHooks.enterLoading();
        try {
            defineRewriter();
            byte[] told = StepSites.rewrite(changed == null ? original : changed);
            if (told == null) {
                StepLog.addUntold(new ConstantPool(original).name());
                return changed;
            }
            return told;
        } finally {
            RunHooks.leaveLoading(bracket);
            Vm.setHash(low, high);
        }
    }

    private byte[] hooked(Module module, ClassLoader loader, String name, Class<?> redefined, byte[] original) {
        if (loader != null && redefined == null) {
            RunHooks.classDefined(loader, original);
        }
        byte[] prepared = loader == null || isInImage(module) ? rewritten.get(name) : null;
        if (module == base && isInterrupted(name)) {
            return withTurns(original, prepared, true, true, redefined != null, false);
        }
        if (module == base) {
            return turning && turns.containsKey(name) ? turns.get(name) : prepared;
        }
        boolean fixed = redefined != null && isEarly(redefined);
        if (fixed && name.equals(TAKES_METHODS)) {
            prepared = null;
        }
        boolean ofJdk = isOfJdk(module);
        if (!serial || module == instrument) {
            return instrument(original, prepared, fixed, ofJdk);
        }
        boolean isCovered = !ofJdk && isCovered(loader, name, original, redefined != null);
        byte[] changed = withTurns(original, prepared, fixed, ofJdk, redefined != null, isCovered);
        boolean whole = lending == Lending.OWN && !ofJdk && redefined == null;
        if (whole && changed != null && !BesideHooks.staysTogether() && !Links.isOfJdk(name)) {
            tellFacts(loader, name, original, isCovered);
        }
        return changed;
    }

    private boolean isKnownAhead(ClassLoader loader, String name) {
        return facts != null && loader == loaderOfFacts && facts.names(name);
    }

    /** Whether a class is one of those that were known ahead. If it is another one of that name, nothing is sure any more. */
    private synchronized boolean isCovered(ClassLoader loader, String name, byte[] original, boolean loaded) {
        if (!isKnownAhead(loader, name)) {
            return false;
        }
        if (!loaded && facts.covers(name, original)) {
            covered.add(name);
        }
        if (!covered.contains(name)) {
            BesideHooks.stayTogether();
        }
        return covered.contains(name);
    }

    private void tellFacts(ClassLoader loader, String name, byte[] original, boolean isCovered) {
        long low = Vm.hashLow();
        long high = Vm.hashHigh();
        EventSink bracket = RunHooks.enterLoading();
        try {
            TypeFacts.tell(loader, name, original, isCovered ? facts : null);
        } finally {
            RunHooks.leaveLoading(bracket);
            Vm.setHash(low, high);
        }
    }

    /** A class with all its hooks, those for turns included: as it was made before, if it was. */
    private byte[] withTurns(
            byte[] original, byte[] prepared, boolean fixed, boolean ofJdk, boolean loaded, boolean isCovered) {
        int kind = kind(fixed, ofJdk, prepared != null, isCovered);
        // The JVM may be about to draw a hash for the class: it must not depend on what is drawn here, which differs if
        // all is kept.
        long low = Vm.hashLow();
        long high = Vm.hashHigh();
        EventSink bracket = RunHooks.enterLoading();
        try {
            ProgramCache known = programs(false);
            byte[] kept = known == null ? null : known.get(ProgramCache.identify(original, kind, loaded));
            if (kept == null) {
                byte[] changed =
                        addTurns(original, instrument(original, prepared, fixed, ofJdk), fixed, ofJdk, isCovered);
                kept = changed == null ? UNCHANGED : changed;
                known = programs(false);
                if (known != null && !BesideHooks.staysTogether()) {
                    known.put(ProgramCache.identify(original, kind, loaded), kept);
                }
            }
            return kept.length == 0 ? null : kept;
        } finally {
            RunHooks.leaveLoading(bracket);
            Vm.setHash(low, high);
        }
    }

    /** All but the content of a class that decides what becomes of it. */
    private int kind(boolean fixed, boolean ofJdk, boolean asPrepared, boolean isCovered) {
        int modes = (turning ? 8 : 0)
                | lending.ordinal() << 4
                | all.ordinal() << 6
                | (isCovered ? 512 : 0)
                | (checksFacts ? 1024 : 0);
        return (fixed ? 1 : 0) | (ofJdk ? 2 : 0) | (asPrepared ? 4 : 0) | modes;
    }

    /** A class with the hooks that it needs whether or not threads take turns; null if it stays as it is. */
    private byte[] instrument(byte[] original, byte[] prepared, boolean fixed, boolean ofJdk) {
        byte[] changed = prepared != null ? prepared : patcher.patch(original, !fixed);
        if (!fixed && !ofJdk && NativeUse.isIn(original)) {
            return replaceNatives(changed == null ? original : changed);
        }
        return changed;
    }

    /**
     * What was made of classes of the program, in this run or an earlier one; null if there is none.
     *
     * @param needed whether it is begun then
     */
    private synchronized ProgramCache programs(boolean needed) {
        if (programs == null && (needed || !programsSought)) {
            EventSink bracket = RunHooks.enterLoading();
            try {
                programsSought = true;
                programs = ProgramCache.open(
                        cache.programs(), facts == null ? program : program + facts.checksum(), needed);
            } finally {
                RunHooks.leaveLoading(bracket);
            }
        }
        return programs;
    }

    private byte[] replaceNatives(byte[] content) {
        EventSink bracket = RunHooks.enterLoading();
        try {
            defineRewriter();
            return ProgramNatives.rewrite(content);
        } finally {
            RunHooks.leaveLoading(bracket);
        }
    }

    /**
     * A hidden class, which no transformer sees. Those that the JDK has made for itself have no places: the JIT knows some of its methods,
     * as that which sorts numbers, and does without what they call.
     */
    @Override
    public byte[] apply(byte[] hidden) {
        boolean ofJdk = isOfJdk(new ConstantPool(hidden).name());
        byte[] changed = serial && !ofJdk
                ? withTurns(hidden, null, false, false, false, false)
                : instrument(hidden, null, false, ofJdk);
        return telling && !ofJdk ? told(hidden, changed) : changed;
    }

    /** Not all modules with prepared classes are the boot loader's. */
    private static boolean isInImage(Module module) {
        return isOfJdk(module) && module.getLayer() == ModuleLayer.boot();
    }

    private static boolean isOfJdk(Module module) {
        String name = module.getName();
        return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
    }

    private boolean lends() {
        return lending != Lending.NOTHING;
    }

    /** Whether a hidden class, by its name, was made for the JDK itself. */
    private static boolean isOfJdk(String name) {
        return name.startsWith("java/") || name.startsWith("jdk/") || name.startsWith("sun/");
    }

    private boolean isEarly(Class<?> type) {
        for (Class<?> other : early) {
            if (other == type) {
                return true;
            }
        }
        return false;
    }

    /** Where a thread may have to wait in a method that runs when threads begin to take turns. */
    private Polls earlyPolls(byte[] content, boolean ofJdk) {
        if (!serial || ofJdk) {
            return Polls.NOWHERE;
        }
        if (lends() || ThreadStarts.isIn(content)) {
            return all;
        }
        return SpinUse.isIn(content) ? Polls.IN_LOOPS : Polls.NOWHERE;
    }

    /**
     * A class that is not the JDK's base, with the hooks for turns if it needs them. What waits, or is waited for, needs them
     * from the beginning: it may run when threads begin to take turns. So do classes that start threads,
     * and loops that look for what others do.
     *
     * @param changed what it was changed to; null for nothing
     * @param fixed whether its methods have to stay what they are: a class takes new ones only when it is defined, and
     *     then must get them again whenever it is transformed
     * @param ofJdk whether it is the JDK's, whose loops do not wait for threads that they start
     * @param isCovered whether it was known ahead
     */
    private byte[] addTurns(byte[] original, byte[] changed, boolean fixed, boolean ofJdk, boolean isCovered) {
        byte[] content = changed == null ? original : changed;
        String name = new ConstantPool(original).name();
        boolean interrupted = ofJdk && isInterrupted(name);
        Polls polls = turning ? all : earlyPolls(content, ofJdk);
        if (ofJdk && !interrupted && polls == Polls.BEFORE_ACCESSES) {
            // Some of its calls are of natives, inside an event, and not made in a replay. Annotations are proxies, and
            // the JDK asks them as often as it likes.
            polls = Polls.EVERYWHERE;
        } else if (interrupted && !Unguarded.isCollection(name)) {
            polls = Polls.BEFORE_ACCESSES;
        }
        if (!serial || polls == Polls.NOWHERE && !MonitorUse.isIn(content)) {
            return changed;
        }
        boolean whole = lends() && !ofJdk;
        boolean[] sites = whole ? null : TurnSites.of(content, interrupted ? Polls.BEFORE_ACCESSES : polls);
        if (sites == null && !whole) {
            return changed;
        }
        EventSink bracket = RunHooks.enterLoading();
        try {
            defineRewriter();
            programs(true);
            Ahead ahead = new Ahead(facts, name, isCovered, checksFacts);
            byte[] hooked = ThreadSites.rewrite(content, fixed, polls, sites, ofJdk, lending, ahead);
            if (hooked == null && polls == Polls.BEFORE_ACCESSES) {
                hooked = ThreadSites.rewrite(content, fixed, Polls.EVERYWHERE, sites, ofJdk, lending, ahead);
            }
            if (hooked == null && whole) {
                BesideHooks.stayTogether();
                hooked = facts == null || fixed ? null : ThreadSites.withWord(content);
            }
            // Where there is no room for the hooks, threads keep their turn longer.
            return hooked == null ? content : hooked;
        } finally {
            RunHooks.leaveLoading(bracket);
        }
    }
}
