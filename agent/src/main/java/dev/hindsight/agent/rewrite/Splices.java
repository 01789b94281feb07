package dev.hindsight.agent.rewrite;

import static dev.hindsight.agent.rewrite.SpliceVisitors.hook;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.IAND;
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IFNULL;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.SWAP;

import dev.hindsight.agent.rewrite.SpliceVisitors.Around;
import dev.hindsight.agent.rewrite.SpliceVisitors.AtEntry;
import dev.hindsight.agent.rewrite.SpliceVisitors.AtReturn;
import dev.hindsight.agent.rewrite.SpliceVisitors.Behind;
import dev.hindsight.agent.rewrite.SpliceVisitors.ClassFiles;
import dev.hindsight.agent.rewrite.SpliceVisitors.ZipSources;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** The methods of the JDK, beside natives, that tell a hook something at their beginning or end. */
final class Splices {
    private static final String STRING = "Ljava/lang/String;";
    private static final String CLASS = "Ljava/lang/Class;";
    private static final String LOADER = "Ljava/lang/ClassLoader;";
    private static final String URL = "Ljava/net/URL;";
    private static final String FIELDS = "[Ljava/lang/reflect/Field;";
    private static final String METHOD = "Ljava/lang/reflect/Method;";
    private static final String GROUP = "Ljava/lang/ThreadGroup;";
    private static final String FINALIZER_THREAD = "java/lang/ref/Finalizer$FinalizerThread";
    private static final String THREADS = "[Ljava/lang/Thread;";
    private static final String STACKS = "[[Ljava/lang/StackTraceElement;";
    private static final String METHOD_TYPE = "Ljava/lang/invoke/MethodType;";
    private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";
    private static final String DIRECT_HANDLE = "java/lang/invoke/DirectMethodHandle";
    private static final String MEMBER = "java/lang/invoke/MemberName";

    private final String name;
    private final String descriptor;
    private final MethodVisitor next;
    private final int freeLocal;

    private Splices(String name, String descriptor, MethodVisitor next, int freeLocal) {
        this.name = name;
        this.descriptor = descriptor;
        this.next = next;
        this.freeLocal = freeLocal;
    }

    /** Whether this class has such a method. */
    static boolean has(String owner) {
        return new Splices("", "", new MethodVisitor(ASM9) {}, 0).in(owner) != null;
    }

    /** A visitor that splices this method, or the given one if there is nothing to do. */
    static MethodVisitor splice(String owner, String name, String descriptor, MethodVisitor next, int freeLocal) {
        MethodVisitor spliced = new Splices(name, descriptor, next, freeLocal).in(owner);
        return spliced == null ? next : spliced;
    }

    /** Null if no method of this class is spliced. */
    private MethodVisitor in(String owner) {
        return switch (owner) {
            case "jdk/internal/loader/BuiltinClassLoader" -> inBuiltinLoader();
            case "jdk/internal/loader/BuiltinClassLoader$4" -> name.equals("run") ? new ClassFiles(next) : next;
            case "jdk/internal/loader/BootLoader" ->
                name.equals("packages") ? behind("getSystemPackageNames", "packages", "", "[" + STRING) : next;
            case "java/lang/ClassLoader" -> inClassLoader();
            case "java/security/SecureClassLoader" -> inSecureLoader();
            case "java/util/zip/ZipFile$Source" -> inZipSource();
            case "sun/launcher/LauncherHelper" -> inLauncher();
            case "java/lang/Shutdown" -> inShutdown();
            case "java/lang/Runtime" -> name.equals("addShutdownHook") ? told("threadExpected", "()V") : next;
            case "jdk/internal/misc/Signal" -> name.equals("handle") ? told("threadExpected", "()V") : next;
            case "java/lang/Thread" -> inThread();
            case "sun/management/ThreadImpl" -> inThreadBean();
            case "java/lang/Thread$ThreadIdentifiers" -> name.equals("next") ? threadNumber() : next;
            case "java/lang/ProcessImpl" ->
                name.equals("start") ? argument(0, "childCommand", "[" + STRING, next) : next;
            case "sun/nio/fs/LinuxWatchService$Poller" ->
                name.equals("<init>") ? behind("allocateMemory", "cleared", "", "J") : next;
            case "java/lang/ref/Reference" -> name.equals("<init>") && descriptor.contains("Queue") ? made() : next;
            case "java/lang/ref/Finalizer" -> inFinalizer();
            case "java/util/Timer", "java/util/concurrent/Executors$AutoShutdownDelegatedExecutorService" ->
                name.equals("<init>") ? behind("cleaner", "programsCleaner", "", "Ljava/lang/ref/Cleaner;") : next;
            case "java/lang/Class" -> inClass();
            case "java/lang/reflect/Method" -> name.equals("invoke") ? invoke() : next;
            case "java/lang/invoke/MethodHandles$Lookup" -> inLookup();
            case "java/lang/invoke/MethodHandles$Lookup$ClassDefiner" ->
                name.equals("defineClass") && descriptor.startsWith("(ZLjava/lang/Object;)")
                        ? around("Linking", "classLoaded")
                        : next;
            case "java/lang/invoke/MethodHandleNatives" -> inMethodHandleNatives();
            case DIRECT_HANDLE -> name.equals("fieldOffset") || name.equals("staticOffset") ? fieldHandle() : next;
            case "java/lang/invoke/VarHandle" -> name.equals("toMethodHandle") ? accessor() : next;
            case "java/io/ObjectStreamClass$FieldReflector" -> name.endsWith("FieldValues") ? fieldsOfObject() : next;
            case "sun/instrument/InstrumentationImpl" -> inInstrumentation();
            case "com/sun/tools/attach/VirtualMachine" ->
                name.equals("attach") && descriptor.startsWith("(" + STRING + ")")
                        ? argument(0, "attachedTo", STRING, around("Loading", null))
                        : next;
            case "sun/tools/attach/HotSpotVirtualMachine" ->
                name.equals("loadAgent") ? argument(1, "appendedJar", STRING, around("Loading", null)) : next;
            case "sun/tools/attach/VirtualMachineImpl" -> name.equals("detach") ? around("Loading", null) : next;
            default -> null;
        };
    }

    private MethodVisitor inBuiltinLoader() {
        return switch (name) {
            case "loadClassOrNull" -> descriptor.contains("Z") ? around("Loading", "classLoaded") : next;
            case "findClassOnClassPathOrNull" -> new ClassFiles(next);
            case "findClass" ->
                descriptor.startsWith("(" + STRING + STRING + ")") ? around("Loading", "classLoaded") : next;
            case "findResource" ->
                descriptor.endsWith(";" + STRING + ")" + URL) ? found(2, "foundResource", URL) : next;
            case "findMiscResource" -> found(1, "moduleResources", "Ljava/util/List;");
            case "findResourceAsStream" -> found(2, "moduleStream", "Ljava/io/InputStream;");
            case "findResourceOnClassPath" -> supplied(found(1, "foundResource", URL));
            case "findResourcesOnClassPath" -> supplied(found(1, "foundResources", "Ljava/util/Enumeration;"));
            case "definePackage" ->
                descriptor.startsWith("(" + STRING + "Ljava/util/jar/Manifest;" + URL + ")")
                        ? told("packageDefined", "(Ljava/util/jar/Manifest;" + URL + ")V", 2, 3)
                        : next;
            default -> next;
        };
    }

    private MethodVisitor inClassLoader() {
        return switch (name) {
            case "loadClass" ->
                descriptor.equals("(" + STRING + ")" + CLASS)
                        ? new AtEntry(next) {
                            @Override
                            void write(MethodVisitor target) {
                                load(target, 0, 1);
                                hook(target, "classAsked", "(Ljava/lang/Object;" + STRING + ")" + CLASS);
                                returnIfFound(target);
                            }
                        }
                        : next;
            case "postDefineClass" -> told("classLoaded", "(" + CLASS + ")V", 1);
            default -> next;
        };
    }

    private MethodVisitor made() {
        return new AtReturn(next) {
            @Override
            void write(MethodVisitor target) {
                load(target, 0, 1, 2);
                hook(
                        target,
                        "referenceMade",
                        "(Ljava/lang/ref/Reference;Ljava/lang/Object;Ljava/lang/ref/ReferenceQueue;)V");
            }
        };
    }

    private MethodVisitor inFinalizer() {
        return switch (name) {
            case "register" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        Label plain = new Label();
                        hook(target, "finalizerMade", "()" + GROUP);
                        target.visitVarInsn(ASTORE, freeLocal);
                        target.visitVarInsn(ALOAD, freeLocal);
                        target.visitJumpInsn(IFNULL, plain);
                        target.visitTypeInsn(NEW, FINALIZER_THREAD);
                        target.visitInsn(DUP);
                        target.visitVarInsn(ALOAD, freeLocal);
                        target.visitMethodInsn(INVOKESPECIAL, FINALIZER_THREAD, "<init>", "(" + GROUP + ")V", false);
                        hook(target, "startFinalizing", "(Ljava/lang/Thread;)V");
                        target.visitLabel(plain);
                    }
                };
            case "runFinalizer" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        Label run = new Label();
                        load(target, 0);
                        hook(target, "handsOver", "(Ljava/lang/ref/Reference;)Z");
                        target.visitJumpInsn(IFEQ, run);
                        target.visitInsn(RETURN);
                        target.visitLabel(run);
                    }
                };
            default -> next;
        };
    }

    private MethodVisitor inSecureLoader() {
        return name.equals("getProtectionDomain")
                ? new AtReturn(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitInsn(DUP);
                        hook(target, "domainMade", "(Ljava/security/ProtectionDomain;)V");
                    }
                }
                : next;
    }

    private MethodVisitor inZipSource() {
        return switch (name) {
            case "get" -> new ZipSources(next, false);
            case "release" -> new ZipSources(next, true);
            default -> next;
        };
    }

    private MethodVisitor inLauncher() {
        return switch (name) {
            case "checkAndLoadMain" ->
                new AtReturn(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitInsn(DUP);
                        target.visitVarInsn(ILOAD, 1);
                        target.visitVarInsn(ALOAD, 2);
                        hook(target, "mainStarting", "(" + CLASS + "I" + STRING + ")V");
                    }
                };
            case "makePlatformString" -> told("launcherString", "([B)V", 1);
            default -> next;
        };
    }

    private MethodVisitor inShutdown() {
        return switch (name) {
            case "halt" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitVarInsn(ILOAD, 0);
                        hook(target, "exiting", "(I)V");
                    }
                };
            case "runHooks" -> told("ending", "()V");
            case "shutdown" -> {
                MethodVisitor told = new AtReturn(next) {
                    @Override
                    void write(MethodVisitor target) {
                        hook(target, "returned", "()V");
                    }
                };
                yield new AtEntry(told) {
                    @Override
                    void write(MethodVisitor target) {
                        hook(target, "returning", "()V");
                    }
                };
            }
            default -> next;
        };
    }

    private MethodVisitor inThread() {
        return switch (name) {
            case "start" -> told("threadStarting", "(Ljava/lang/Thread;)V", 0);
            case "run" -> told("threadRunning", "(Ljava/lang/Thread;)V", 0);
            case "exit" ->
                new AtReturn(next) {
                    @Override
                    void write(MethodVisitor target) {
                        load(target, 0);
                        hook(target, "threadEnded", "(Ljava/lang/Thread;)V");
                    }
                };
            case "dispatchUncaughtException" -> told("uncaught", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V", 0, 1);
            case "nextThreadID" -> threadNumber();
            case "getAllThreads" -> behind("getThreads", "threads", "", THREADS);
            case "getAllStackTraces" ->
                new Behind(behind("getThreads", "threads", "", THREADS), "dumpThreads", "stacks", "", STACKS);
            // Releases ask in one of two ways.
            case "getStackTrace" ->
                new Behind(
                        behind("asyncGetStackTrace", "stack", "", STACKS.substring(1)),
                        "dumpThreads",
                        "stacks",
                        "",
                        STACKS);
            default -> next;
        };
    }

    private MethodVisitor inThreadBean() {
        return switch (name) {
            case "getAllThreadIds" -> behind("getThreads", "threads", "", THREADS);
            case "findDeadlockedThreads" -> behind("findDeadlockedThreads0", "deadlocked", "", THREADS);
            case "findMonitorDeadlockedThreads" ->
                behind("findMonitorDeadlockedThreads0", "monitorDeadlocked", "", THREADS);
            default -> next;
        };
    }

    /** What the virtual machine answers here depends on addresses; the hooks make of it something that repeats. */
    private MethodVisitor inClass() {
        return switch (name) {
            case "getName" -> behind("initClassName", "className", CLASS, STRING);
            case "forName" ->
                descriptor.startsWith("(" + STRING + "Z" + LOADER + ")")
                        // The virtual machine enters the monitor of a loader that cannot load two classes at once.
                        ? told("loaderAsked", "(" + LOADER + ")V", 2)
                        : next;
            case "privateGetDeclaredFields" -> behind("getDeclaredFields0", "fields", "", FIELDS);
            case "privateGetDeclaredMethods" -> behind("getDeclaredMethods0", "methods", CLASS, "[" + METHOD);
            default -> next;
        };
    }

    private MethodVisitor inLookup() {
        return switch (name) {
            case "defineHiddenClass", "defineHiddenClassWithClassData" -> hiddenClass(1);
            case "makeHiddenClassDefiner" -> isForLambdas() ? hiddenClass(2) : next;
            case "findStatic" -> handle("staticHandle", CLASS + STRING + METHOD_TYPE, 1, 2, 3);
            case "findVirtual" -> handle("virtualHandle", CLASS + STRING + METHOD_TYPE, 1, 2, 3);
            case "findSpecial" -> handle("specialHandle", CLASS + STRING + METHOD_TYPE + CLASS, 1, 2, 3, 4);
            case "unreflect" -> handle("handleOf", METHOD, 1);
            case "unreflectSpecial" -> handle("specialOf", METHOD + CLASS, 1, 2);
            default -> next;
        };
    }

    /** Whether this defines what lambdas are made of, and not only what the JDK makes for itself. */
    private boolean isForLambdas() {
        String parameters = "(" + STRING + "[B";
        return descriptor.startsWith(parameters + "Ljdk/internal/util/ClassFileDumper;I)")
                || descriptor.startsWith(parameters + "Ljava/util/Set;");
    }

    private MethodVisitor hiddenClass(int bytes) {
        return new AtEntry(next) {
            @Override
            void write(MethodVisitor target) {
                load(target, bytes);
                door(target, "hiddenClass", "([B)[B");
                target.visitVarInsn(ASTORE, bytes);
            }
        };
    }

    private MethodVisitor inMethodHandleNatives() {
        return switch (name) {
            case "linkCallSite",
                    "linkMethod",
                    "linkMethodHandleConstant",
                    "linkDynamicConstant",
                    "findMethodHandleType" -> around("Linking", null);
            default -> next;
        };
    }

    /** All handles of fields, when they are called, ask here where the field is. */
    private MethodVisitor fieldHandle() {
        return new AtEntry(next) {
            @Override
            void write(MethodVisitor target) {
                member(target);
                target.visitMethodInsn(INVOKEVIRTUAL, MEMBER, "getDeclaringClass", "()" + CLASS, false);
                member(target);
                target.visitMethodInsn(INVOKEVIRTUAL, MEMBER, "isFinal", "()Z", false);
                member(target);
                target.visitMethodInsn(INVOKEVIRTUAL, MEMBER, "isGetter", "()Z", false);
                target.visitInsn(IAND);
                reachesField(target);
            }

            private void member(MethodVisitor target) {
                load(target, 0);
                target.visitTypeInsn(CHECKCAST, DIRECT_HANDLE);
                target.visitFieldInsn(GETFIELD, DIRECT_HANDLE, "member", "L" + MEMBER + ";");
            }
        };
    }

    private MethodVisitor accessor() {
        return new AtReturn(next) {
            @Override
            void write(MethodVisitor target) {
                load(target, 0);
                target.visitInsn(SWAP);
                door(target, "accessor", "(Ljava/lang/invoke/VarHandle;" + HANDLE + ")" + HANDLE);
            }
        };
    }

    /** Between two objects that are written or read as bytes code of the program may have run. */
    private MethodVisitor fieldsOfObject() {
        return new AtEntry(next) {
            @Override
            void write(MethodVisitor target) {
                load(target, 1);
                target.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Object", "getClass", "()" + CLASS, false);
                target.visitInsn(ICONST_0);
                reachesField(target);
            }
        };
    }

    private static void reachesField(MethodVisitor target) {
        target.visitMethodInsn(
                INVOKESTATIC, "dev/hindsight/runtime/Owners", "reachesField", "(" + CLASS + "Z)V", false);
    }

    private MethodVisitor inInstrumentation() {
        return switch (name) {
            case "transform" -> around("Loading", null);
            case "loadClassAndCallPremain" -> around("Agent", null);
            case "appendToBootstrapClassLoaderSearch", "appendToSystemClassLoaderSearch" ->
                behind("getName", "appendedJar", "", STRING);
            default -> next;
        };
    }

    private MethodVisitor around(String bracket, String onResult) {
        return new Around(next, freeLocal, bracket, onResult);
    }

    private MethodVisitor behind(String called, String method, String receiver, String type) {
        return new Behind(next, called, method, receiver, type);
    }

    /** Hands parameters to a hook, before anything else. */
    private MethodVisitor told(String method, String type, int... locals) {
        return new AtEntry(next) {
            @Override
            void write(MethodVisitor target) {
                load(target, locals);
                hook(target, method, type);
            }
        };
    }

    /** Lets a hook change a parameter. */
    private MethodVisitor argument(int local, String method, String type, MethodVisitor rest) {
        return new AtEntry(rest) {
            @Override
            void write(MethodVisitor target) {
                load(target, local);
                hook(target, method, "(" + type + ")" + type);
                target.visitVarInsn(ASTORE, local);
            }
        };
    }

    private MethodVisitor threadNumber() {
        return new AtReturn(next) {
            @Override
            void write(MethodVisitor target) {
                hook(target, "threadNumber", "(J)J");
            }
        };
    }

    /** What a look-up found passes through a hook before it is returned. */
    private MethodVisitor found(int local, String method, String type) {
        MethodVisitor told = new AtReturn(next) {
            @Override
            void write(MethodVisitor target) {
                load(target, local);
                target.visitInsn(SWAP);
                hook(target, method, "(" + STRING + type + ")" + type);
            }
        };
        return new Around(told, freeLocal, "Loading", null);
    }

    /** A look-up on the class path: recording looks, replay does not, and both tell the hook before they return. */
    private MethodVisitor supplied(MethodVisitor found) {
        return new AtEntry(found) {
            @Override
            void write(MethodVisitor target) {
                Label real = new Label();
                hook(target, "suppliesClasses", "()Z");
                target.visitJumpInsn(IFEQ, real);
                target.visitInsn(ACONST_NULL);
                target.visitInsn(ARETURN);
                target.visitLabel(real);
            }
        };
    }

    private MethodVisitor invoke() {
        return new AtEntry(next) {
            @Override
            void write(MethodVisitor target) {
                Label plain = new Label();
                load(target, 0, 1, 2);
                door(target, "reflected", "(" + METHOD + "Ljava/lang/Object;[Ljava/lang/Object;)" + METHOD);
                target.visitInsn(DUP);
                target.visitJumpInsn(IFNULL, plain);
                load(target, 1, 2);
                door(target, "invoke", "(" + METHOD + "Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;");
                target.visitInsn(ARETURN);
                target.visitLabel(plain);
                target.visitInsn(POP);
            }
        };
    }

    private MethodVisitor handle(String method, String parameters, int... locals) {
        return new AtEntry(next) {
            @Override
            void write(MethodVisitor target) {
                load(target, locals);
                door(target, method, "(" + parameters + ")" + HANDLE);
                returnIfFound(target);
            }
        };
    }

    private void returnIfFound(MethodVisitor target) {
        Label plain = new Label();
        target.visitVarInsn(ASTORE, freeLocal);
        target.visitVarInsn(ALOAD, freeLocal);
        target.visitJumpInsn(IFNULL, plain);
        target.visitVarInsn(ALOAD, freeLocal);
        target.visitInsn(ARETURN);
        target.visitLabel(plain);
    }

    private static void load(MethodVisitor target, int... locals) {
        for (int local : locals) {
            target.visitVarInsn(ALOAD, local);
        }
    }

    private static void door(MethodVisitor target, String method, String type) {
        target.visitMethodInsn(INVOKESTATIC, "dev/hindsight/runtime/Doors", method, type, false);
    }
}
