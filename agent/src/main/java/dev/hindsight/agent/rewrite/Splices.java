package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IFNULL;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.LRETURN;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.SWAP;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** The methods of the JDK, beside natives, that tell a hook something at their beginning or end. */
final class Splices {
    private static final String HOOKS = "dev/hindsight/runtime/RunHooks";
    private static final String SINK = NativeCallWrapper.SINK;
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    private static final String DEFINER = LOOKUP + "$ClassDefiner";
    private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";
    private static final String LOADER = "jdk/internal/loader/BuiltinClassLoader";

    private Splices() {}

    /** Whether this class has such a method. */
    static boolean has(String owner) {
        return switch (owner) {
            case LOADER,
                    LOADER + "$4",
                    "sun/launcher/LauncherHelper",
                    "java/lang/Shutdown",
                    "java/lang/Thread",
                    "java/lang/Thread$ThreadIdentifiers",
                    "jdk/internal/loader/BootLoader",
                    "java/lang/Class",
                    "java/lang/reflect/Method",
                    "java/lang/ClassLoader",
                    "java/lang/ProcessImpl",
                    "java/util/zip/ZipFile$Source",
                    LOOKUP,
                    DEFINER,
                    "java/lang/invoke/MethodHandleNatives",
                    "sun/instrument/InstrumentationImpl",
                    "com/sun/tools/attach/VirtualMachine",
                    "sun/tools/attach/HotSpotVirtualMachine",
                    "sun/tools/attach/VirtualMachineImpl" -> true;
            default -> false;
        };
    }

    /** A visitor that splices this method, or the given one if there is nothing to do. */
    static MethodVisitor splice(String owner, String name, String descriptor, MethodVisitor next, int freeLocal) {
        return switch (owner + "." + name) {
            case LOADER + ".loadClassOrNull" ->
                descriptor.contains("Z") ? new Around(next, freeLocal, "Loading", "classLoaded") : next;
            case LOADER + ".findClassOnClassPathOrNull", LOADER + "$4.run" -> new ClassFiles(next);
            case LOADER + ".findClass" ->
                descriptor.startsWith("(Ljava/lang/String;Ljava/lang/String;)")
                        ? new Around(next, freeLocal, "Loading", "classLoaded")
                        : next;
            case LOADER + ".findResource" ->
                descriptor.endsWith(";Ljava/lang/String;)Ljava/net/URL;")
                        ? inModule(next, freeLocal, 2, "foundResource", "Ljava/net/URL;")
                        : next;
            case LOADER + ".findMiscResource" -> inModule(next, freeLocal, 1, "moduleResources", "Ljava/util/List;");
            case LOADER + ".findResourceAsStream" ->
                inModule(next, freeLocal, 2, "moduleStream", "Ljava/io/InputStream;");
            case LOADER + ".findResourceOnClassPath" -> resource(next, freeLocal, "foundResource", "Ljava/net/URL;");
            case LOADER + ".findResourcesOnClassPath" ->
                resource(next, freeLocal, "foundResources", "Ljava/util/Enumeration;");
            case LOADER + ".definePackage" ->
                descriptor.startsWith("(Ljava/lang/String;Ljava/util/jar/Manifest;Ljava/net/URL;)")
                        ? new AtEntry(next) {
                            @Override
                            void write(MethodVisitor target) {
                                target.visitVarInsn(ALOAD, 2);
                                target.visitVarInsn(ALOAD, 3);
                                hook(target, "packageDefined", "(Ljava/util/jar/Manifest;Ljava/net/URL;)V");
                            }
                        }
                        : next;
            case "sun/launcher/LauncherHelper.checkAndLoadMain" ->
                new AtReturn(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitInsn(DUP);
                        target.visitVarInsn(ILOAD, 1);
                        target.visitVarInsn(ALOAD, 2);
                        hook(target, "mainStarting", "(Ljava/lang/Class;ILjava/lang/String;)V");
                    }
                };
            case "sun/launcher/LauncherHelper.makePlatformString" -> atEntry(next, ALOAD, 1, "launcherString", "([B)V");
            case "java/lang/Shutdown.halt" -> atEntry(next, ILOAD, 0, "exiting", "(I)V");
            case "java/lang/Shutdown.shutdown" -> shutdown(next);
            case "java/lang/Thread.start" -> atEntry(next, ALOAD, 0, "threadStarting", "(Ljava/lang/Thread;)V");
            case "java/lang/Thread.dispatchUncaughtException" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitVarInsn(ALOAD, 0);
                        target.visitVarInsn(ALOAD, 1);
                        hook(target, "uncaught", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V");
                    }
                };
            case "java/lang/Thread.nextThreadID", "java/lang/Thread$ThreadIdentifiers.next" ->
                new AtReturn(next) {
                    @Override
                    void write(MethodVisitor target) {
                        hook(target, "threadNumber", "(J)J");
                    }
                };
            case "java/lang/Thread.getAllStackTraces", "java/lang/Thread.getAllThreads" ->
                new Behind(next, "getThreads", "threads", "([Ljava/lang/Thread;)[Ljava/lang/Thread;");
            case "jdk/internal/loader/BootLoader.packages" ->
                new Behind(next, "getSystemPackageNames", "packages", "([Ljava/lang/String;)[Ljava/lang/String;");
            case "java/lang/Thread.run" -> atEntry(next, ALOAD, 0, "threadRunning", "(Ljava/lang/Thread;)V");
            case "java/lang/reflect/Method.invoke" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        writeInvoke(target);
                    }
                };
            case LOOKUP + ".defineHiddenClass", LOOKUP + ".defineHiddenClassWithClassData" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitVarInsn(ALOAD, 1);
                        door(target, "hiddenClass", "([B)[B");
                        target.visitVarInsn(ASTORE, 1);
                    }
                };
            case LOOKUP + ".findStatic" -> handle(next, freeLocal, "staticHandle");
            case LOOKUP + ".findVirtual" -> handle(next, freeLocal, "virtualHandle");
            case LOOKUP + ".findSpecial" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitVarInsn(ALOAD, 1);
                        target.visitVarInsn(ALOAD, 2);
                        target.visitVarInsn(ALOAD, 3);
                        target.visitVarInsn(ALOAD, 4);
                        door(
                                target,
                                "specialHandle",
                                "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/Class;)"
                                        + HANDLE);
                        returnIfFound(target, freeLocal);
                    }
                };
            case LOOKUP + ".unreflectSpecial" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitVarInsn(ALOAD, 1);
                        target.visitVarInsn(ALOAD, 2);
                        door(target, "specialOf", "(Ljava/lang/reflect/Method;Ljava/lang/Class;)" + HANDLE);
                        returnIfFound(target, freeLocal);
                    }
                };
            case LOOKUP + ".unreflect" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitVarInsn(ALOAD, 1);
                        door(target, "handleOf", "(Ljava/lang/reflect/Method;)" + HANDLE);
                        returnIfFound(target, freeLocal);
                    }
                };
            case "java/lang/ProcessImpl.start" ->
                new AtEntry(next) {
                    @Override
                    void write(MethodVisitor target) {
                        target.visitVarInsn(ALOAD, 0);
                        hook(target, "childCommand", "([Ljava/lang/String;)[Ljava/lang/String;");
                        target.visitVarInsn(ASTORE, 0);
                    }
                };
            case "java/lang/Class.getName", "java/lang/Class.privateGetDeclaredMethods" -> new Reflection(next);
            case "java/lang/invoke/MethodHandleNatives.linkCallSite",
                    "java/lang/invoke/MethodHandleNatives.linkMethod",
                    "java/lang/invoke/MethodHandleNatives.linkMethodHandleConstant",
                    "java/lang/invoke/MethodHandleNatives.linkDynamicConstant",
                    "java/lang/invoke/MethodHandleNatives.findMethodHandleType" ->
                new Around(next, freeLocal, "Linking", null);
            case "java/lang/ClassLoader.loadClass" ->
                descriptor.equals("(Ljava/lang/String;)Ljava/lang/Class;")
                        ? new AtEntry(next) {
                            @Override
                            void write(MethodVisitor target) {
                                target.visitVarInsn(ALOAD, 0);
                                target.visitVarInsn(ALOAD, 1);
                                hook(target, "classAsked", "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Class;");
                                returnIfFound(target, freeLocal);
                            }
                        }
                        : next;
            case "java/lang/ClassLoader.postDefineClass" ->
                atEntry(next, ALOAD, 1, "classLoaded", "(Ljava/lang/Class;)V");
            case DEFINER + ".defineClass" ->
                descriptor.equals("(ZLjava/lang/Object;)Ljava/lang/Class;")
                        ? new Around(next, freeLocal, "Linking", "classLoaded")
                        : next;
            case "java/util/zip/ZipFile$Source.get", "java/util/zip/ZipFile$Source.release" ->
                new ZipSources(next, name.equals("release"));
            case "sun/instrument/InstrumentationImpl.transform" -> new Around(next, freeLocal, "Loading", null);
            case "com/sun/tools/attach/VirtualMachine.attach" ->
                descriptor.startsWith("(Ljava/lang/String;)") ? attached(next, freeLocal, 0, "attachedTo") : next;
            case "sun/tools/attach/HotSpotVirtualMachine.loadAgent" -> attached(next, freeLocal, 1, "appendedJar");
            case "sun/tools/attach/VirtualMachineImpl.detach" -> new Around(next, freeLocal, "Loading", null);
            case "sun/instrument/InstrumentationImpl.loadClassAndCallPremain" ->
                new Around(next, freeLocal, "Agent", null);
            case "sun/instrument/InstrumentationImpl.appendToBootstrapClassLoaderSearch",
                    "sun/instrument/InstrumentationImpl.appendToSystemClassLoaderSearch" -> new AppendedJar(next);
            default -> next;
        };
    }

    private static MethodVisitor atEntry(MethodVisitor next, int load, int local, String method, String descriptor) {
        return new AtEntry(next) {
            @Override
            void write(MethodVisitor target) {
                target.visitVarInsn(load, local);
                hook(target, method, descriptor);
            }
        };
    }

    private static MethodVisitor shutdown(MethodVisitor next) {
        MethodVisitor told = new AtReturn(next) {
            @Override
            void write(MethodVisitor target) {
                hook(target, "returned", "()V");
            }
        };
        return new AtEntry(told) {
            @Override
            void write(MethodVisitor target) {
                hook(target, "returning", "()V");
            }
        };
    }

    /** A program that attaches to itself talks to its virtual machine, not to the world; one argument may differ. */
    private static MethodVisitor attached(MethodVisitor next, int freeLocal, int argument, String method) {
        return new AtEntry(new Around(next, freeLocal, "Loading", null)) {
            @Override
            void write(MethodVisitor target) {
                target.visitVarInsn(ALOAD, argument);
                hook(target, method, "(Ljava/lang/String;)Ljava/lang/String;");
                target.visitVarInsn(ASTORE, argument);
            }
        };
    }

    private static void writeInvoke(MethodVisitor target) {
        Label plain = new Label();
        target.visitVarInsn(ALOAD, 0);
        target.visitVarInsn(ALOAD, 1);
        target.visitVarInsn(ALOAD, 2);
        door(
                target,
                "reflected",
                "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/reflect/Method;");
        target.visitInsn(DUP);
        target.visitJumpInsn(IFNULL, plain);
        target.visitVarInsn(ALOAD, 1);
        target.visitVarInsn(ALOAD, 2);
        door(target, "invoke", "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;");
        target.visitInsn(ARETURN);
        target.visitLabel(plain);
        target.visitInsn(POP);
    }

    private static MethodVisitor handle(MethodVisitor next, int freeLocal, String method) {
        return new AtEntry(next) {
            @Override
            void write(MethodVisitor target) {
                target.visitVarInsn(ALOAD, 1);
                target.visitVarInsn(ALOAD, 2);
                target.visitVarInsn(ALOAD, 3);
                door(target, method, "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)" + HANDLE);
                returnIfFound(target, freeLocal);
            }
        };
    }

    private static void returnIfFound(MethodVisitor target, int freeLocal) {
        Label plain = new Label();
        target.visitVarInsn(ASTORE, freeLocal);
        target.visitVarInsn(ALOAD, freeLocal);
        target.visitJumpInsn(IFNULL, plain);
        target.visitVarInsn(ALOAD, freeLocal);
        target.visitInsn(ARETURN);
        target.visitLabel(plain);
    }

    private static void door(MethodVisitor mv, String name, String descriptor) {
        mv.visitMethodInsn(INVOKESTATIC, "dev/hindsight/runtime/Doors", name, descriptor, false);
    }

    /** What a look-up in a module found passes through a hook before it is returned. */
    private static MethodVisitor inModule(MethodVisitor next, int freeLocal, int name, String method, String type) {
        MethodVisitor told = new AtReturn(next) {
            @Override
            void write(MethodVisitor target) {
                target.visitVarInsn(ALOAD, name);
                target.visitInsn(SWAP);
                hook(target, method, "(Ljava/lang/String;" + type + ")" + type);
            }
        };
        return new Around(told, freeLocal, "Loading", null);
    }

    /** A look-up on the class path: recording looks, replay does not, and both tell the hook before they return. */
    private static MethodVisitor resource(MethodVisitor next, int freeLocal, String method, String type) {
        String descriptor = "(Ljava/lang/String;" + type + ")" + type;
        MethodVisitor told = new AtReturn(next) {
            @Override
            void write(MethodVisitor target) {
                target.visitVarInsn(ALOAD, 1);
                target.visitInsn(SWAP);
                hook(target, method, descriptor);
            }
        };
        return new AtEntry(new Around(told, freeLocal, "Loading", null)) {
            @Override
            void write(MethodVisitor target) {
                Label real = suppliedElse(target);
                target.visitInsn(ACONST_NULL);
                target.visitInsn(ARETURN);
                target.visitLabel(real);
            }
        };
    }

    private static Label suppliedElse(MethodVisitor mv) {
        Label real = new Label();
        hook(mv, "suppliesClasses", "()Z");
        mv.visitJumpInsn(IFEQ, real);
        return real;
    }

    private static void hook(MethodVisitor mv, String name, String descriptor) {
        mv.visitMethodInsn(INVOKESTATIC, HOOKS, name, descriptor, false);
    }

    /** Puts code before the first instruction. */
    private abstract static class AtEntry extends MethodVisitor {
        AtEntry(MethodVisitor next) {
            super(ASM9, next);
        }

        abstract void write(MethodVisitor target);

        @Override
        public void visitCode() {
            if (mv instanceof Around around) {
                // What runs around the rest of the method starts behind this code.
                around.next().visitCode();
                write(around.next());
                around.start();
            } else {
                super.visitCode();
                write(mv);
            }
        }
    }

    /** Puts code before each return. */
    private abstract static class AtReturn extends MethodVisitor {
        AtReturn(MethodVisitor next) {
            super(ASM9, next);
        }

        abstract void write(MethodVisitor target);

        @Override
        public void visitInsn(int opcode) {
            if (opcode == ARETURN || opcode == LRETURN || opcode == RETURN) {
                write(mv);
            }
            super.visitInsn(opcode);
        }
    }

    /** Brackets a method with enter and leave, however it ends. */
    private static final class Around extends MethodVisitor {
        private final int sink;
        private final String bracket;
        private final String onResult;
        private final Label start = new Label();

        Around(MethodVisitor next, int freeLocal, String bracket, String onResult) {
            super(ASM9, next);
            this.sink = freeLocal;
            this.bracket = bracket;
            this.onResult = onResult;
        }

        MethodVisitor next() {
            return mv;
        }

        void start() {
            hook(mv, "enter" + bracket, "()" + SINK);
            mv.visitVarInsn(ASTORE, sink);
            mv.visitLabel(start);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            start();
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == ARETURN || opcode == RETURN) {
                if (onResult != null) {
                    mv.visitInsn(DUP);
                    hook(mv, onResult, "(Ljava/lang/Class;)V");
                }
                leave();
            }
            super.visitInsn(opcode);
        }

        private void leave() {
            mv.visitVarInsn(ALOAD, sink);
            hook(mv, "leave" + bracket, "(" + SINK + ")V");
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            Label end = new Label();
            mv.visitLabel(end);
            mv.visitTryCatchBlock(start, end, end, null);
            mv.visitVarInsn(ASTORE, sink + 1);
            leave();
            mv.visitVarInsn(ALOAD, sink + 1);
            mv.visitInsn(ATHROW);
            super.visitMaxs(maxStack, maxLocals);
        }
    }

    /** Looks for the files of classes through a hook. */
    private static final class ClassFiles extends MethodVisitor {
        private static final String PATH = "jdk/internal/loader/URLClassPath";

        ClassFiles(MethodVisitor next) {
            super(ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals(PATH) && name.equals("getResource")) {
                hook(mv, "classFile", "(L" + PATH + ";" + descriptor.substring(1));
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }

    /** Lets a hook see, and change, what a certain call returned. */
    private static final class Behind extends MethodVisitor {
        private final String called;
        private final String hook;
        private final String descriptor;

        Behind(MethodVisitor next, String called, String hook, String descriptor) {
            super(ASM9, next);
            this.called = called;
            this.hook = hook;
            this.descriptor = descriptor;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String signature, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, signature, isInterface);
            if (name.equals(called)) {
                hook(mv, hook, descriptor);
            }
        }
    }

    /** What the virtual machine answers here depends on addresses; the hooks make of it something that repeats. */
    private static final class Reflection extends MethodVisitor {
        Reflection(MethodVisitor next) {
            super(ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals("initClassName")) {
                pass("className", "Ljava/lang/String;");
            } else if (name.equals("getDeclaredMethods0")) {
                pass("methods", "[Ljava/lang/reflect/Method;");
            }
        }

        private void pass(String method, String type) {
            mv.visitVarInsn(ALOAD, 0);
            mv.visitInsn(SWAP);
            hook(mv, method, "(Ljava/lang/Class;" + type + ")" + type);
        }
    }

    /** A jar that an agent adds to a class path; replay has a copy of it. */
    private static final class AppendedJar extends MethodVisitor {
        AppendedJar(MethodVisitor next) {
            super(ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals("getName")) {
                hook(mv, "appendedJar", "(Ljava/lang/String;)Ljava/lang/String;");
            }
        }
    }

    /** Keeps the open zip files of the JDK's class loading apart from the program's. */
    private static final class ZipSources extends MethodVisitor {
        private static final String MAP = "Ljava/util/HashMap;";
        private final boolean releases;

        ZipSources(MethodVisitor next, boolean releases) {
            super(ASM9, next);
            this.releases = releases;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            if (opcode == GETSTATIC && descriptor.equals(MAP)) {
                if (releases) {
                    mv.visitVarInsn(ALOAD, 0);
                    hook(mv, "zipSourcesHolding", "(" + MAP + "Ljava/lang/Object;)" + MAP);
                } else {
                    hook(mv, "zipSources", "(" + MAP + ")" + MAP);
                }
            }
        }
    }
}
