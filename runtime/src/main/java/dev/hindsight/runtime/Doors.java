package dev.hindsight.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Where a program comes past the code that was changed: reflective uses of public natives go to the hooks, as the constant
 * pool does for plain calls; those of other natives are told as calls that cannot be replayed; and classes that the JVM shows
 * to no agent are changed here.
 */
public final class Doors {
    private static final long MODIFIERS = Vm.offsetOf(Method.class, "modifiers");

    private static String[] owners = {};
    private static String[] names = {};
    private static String[] innerOwners = {};
    private static String[] innerNames = {};
    private static int[] innerRows = {};
    private static UnaryOperator<byte[]> patcher;

    private Doors() {}

    /** Names the public natives, owner by owner; called before the first program class is loaded. */
    public static void redirect(String[] nativeOwners, String[] nativeNames) {
        owners = nativeOwners;
        names = nativeNames;
    }

    /** Names the other natives of the table, each with its row. */
    public static void watch(String[] nativeOwners, String[] nativeNames, int[] rows) {
        innerOwners = nativeOwners;
        innerNames = nativeNames;
        innerRows = rows;
    }

    /** What changes the code of a program's class; it returns null for one that needs no change. */
    public static void patchWith(UnaryOperator<byte[]> operator) {
        patcher = operator;
    }

    /** The code of a hidden class that the program is about to define. */
    public static byte[] hiddenClass(byte[] code) {
        EventSink sink = code == null || patcher == null ? null : Hooks.current();
        if (sink == null || sink.muted != 0) {
            return code;
        }
        sink.mute();
        try {
            byte[] patched = patcher.apply(code.clone());
            return patched == null ? code : patched;
        } catch (RuntimeException e) {
            // This is no class; the JVM will say so.
            return code;
        } finally {
            sink.unmute();
        }
    }

    /** Tells of a native that the program is about to reach from outside, if it is one of the table. */
    private static void watched(Class<?> owner, String name) {
        if (owner.getClassLoader() != null) {
            return;
        }
        for (int i = 0; i < innerNames.length; i++) {
            if (innerNames[i].equals(name) && innerOwners[i].equals(owner.getName()) && isNative(owner, name)) {
                Hooks.unsupported(innerRows[i]);
                return;
            }
        }
    }

    /** The table holds the natives of several releases; in one of them a method may be native that is not in another. */
    private static boolean isNative(Class<?> owner, String name) {
        EventSink sink = RunHooks.enterLoading();
        try {
            for (Method method : owner.getDeclaredMethods()) {
                if (method.getName().equals(name) && Modifier.isNative(method.getModifiers())) {
                    return true;
                }
            }
            return false;
        } finally {
            RunHooks.leaveLoading(sink);
        }
    }

    private static boolean redirects(Class<?> owner, String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name) && owners[i].equals(owner.getName())) {
                return true;
            }
        }
        return false;
    }

    /** Whether this is a method that every object has, and by which threads wait for each other; nobody can override it. */
    private static boolean isOfMonitors(String name) {
        return name.equals("wait") || name.equals("notify") || name.equals("notifyAll");
    }

    /** The hook to invoke instead of this method, or null; null also for a call that is bound to be refused. */
    public static Method reflected(Method method, Object receiver, Object[] arguments) {
        Class<?> owner = method.getDeclaringClass();
        boolean ofMonitors = ThreadHooks.isArmed() && owner == Object.class && isOfMonitors(method.getName());
        if (!ofMonitors && !Modifier.isNative(method.getModifiers()) || Hooks.current() == null) {
            return null;
        }
        if (!ofMonitors && !redirects(owner, method.getName())) {
            watched(owner, method.getName());
            return null;
        }
        if (!fits(method, receiver, arguments)) {
            return null;
        }
        EventSink sink = RunHooks.enterLoading();
        try {
            return (ofMonitors ? ThreadHooks.class : CallHooks.class).getMethod(method.getName(), parameters(method));
        } catch (NoSuchMethodException e) {
            // An overload that is not in the table.
            return null;
        } finally {
            RunHooks.leaveLoading(sink);
        }
    }

    private static boolean fits(Method method, Object receiver, Object[] arguments) {
        if (method.getParameterCount() != (arguments == null ? 0 : arguments.length)
                || !Modifier.isStatic(method.getModifiers())
                        && !method.getDeclaringClass().isInstance(receiver)) {
            return false;
        }
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            // What these methods take are numbers, if anything.
            boolean number = arguments[i] instanceof Long && types[i] == long.class
                    || arguments[i] instanceof Integer
                    || arguments[i] instanceof Short
                    || arguments[i] instanceof Byte
                    || arguments[i] instanceof Character;
            if (!number) {
                return false;
            }
        }
        return true;
    }

    /** Invokes what {@link #reflected} found. */
    public static Object invoke(Method hook, Object receiver, Object[] arguments)
            throws IllegalAccessException, InvocationTargetException {
        int given = arguments == null ? 0 : arguments.length;
        int shift = hook.getParameterCount() - given;
        Object[] all = new Object[given + shift];
        if (shift > 0) {
            all[0] = receiver;
        }
        if (given > 0) {
            System.arraycopy(arguments, 0, all, shift, given);
        }
        try {
            return hook.invoke(null, all);
        } catch (InvocationTargetException e) {
            EventSink sink = RunHooks.enterLoading();
            try {
                Vm.hideHooks(e);
                Vm.hideHooks(e.getCause());
            } finally {
                RunHooks.leaveLoading(sink);
            }
            throw e;
        }
    }

    private static Class<?>[] parameters(Method method) {
        Class<?>[] declared = method.getParameterTypes();
        int shift = Modifier.isStatic(method.getModifiers()) ? 0 : 1;
        Class<?>[] all = new Class<?>[declared.length + shift];
        if (shift > 0) {
            all[0] = method.getDeclaringClass();
        }
        System.arraycopy(declared, 0, all, shift, declared.length);
        return all;
    }

    /** The hook's handle for a static method, or null. */
    public static MethodHandle staticHandle(Class<?> owner, String name, MethodType type) {
        if (redirects(owner, name)) {
            return handle(name, type);
        }
        watched(owner, name);
        return null;
    }

    /** The hook's handle for an instance method, or null. */
    public static MethodHandle virtualHandle(Class<?> owner, String name, MethodType type) {
        if (redirects(owner, name)) {
            return handle(name, type.insertParameterTypes(0, owner));
        }
        MethodHandle ofMonitors = monitorHandle(name, type);
        if (ofMonitors == null) {
            watched(owner, name);
            return null;
        }
        return ofMonitors.asType(ofMonitors.type().changeParameterType(0, owner));
    }

    /** The hook's handle for a method of monitors, or null. */
    private static MethodHandle monitorHandle(String name, MethodType type) {
        return isOfMonitors(name) ? handle(ThreadHooks.class, name, type.insertParameterTypes(0, Object.class)) : null;
    }

    /** The hook's handle for a method found by reflection, or null. */
    public static MethodHandle handleOf(Method method) {
        if (method.getDeclaringClass() == Object.class && isOfMonitors(method.getName())) {
            return monitorHandle(method.getName(), MethodType.methodType(void.class, method.getParameterTypes()));
        }
        if (!Modifier.isNative(method.getModifiers())) {
            return null;
        }
        if (!redirects(method.getDeclaringClass(), method.getName())) {
            watched(method.getDeclaringClass(), method.getName());
            return null;
        }
        return handle(method.getName(), MethodType.methodType(method.getReturnType(), parameters(method)));
    }

    /** The hook's handle for a method of the superclass, or null. */
    public static MethodHandle specialHandle(Class<?> owner, String name, MethodType type, Class<?> caller) {
        if (!redirects(owner, name)) {
            watched(owner, name);
            return null;
        }
        MethodHandle handle = handle(superName(name), type.insertParameterTypes(0, owner));
        return handle == null ? null : handle.asType(handle.type().changeParameterType(0, caller));
    }

    /** The same for a method found by reflection. */
    public static MethodHandle specialOf(Method method, Class<?> caller) {
        if (!Modifier.isNative(method.getModifiers())) {
            return null;
        }
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        return specialHandle(method.getDeclaringClass(), method.getName(), type, caller);
    }

    /** What stands for an access by a variable handle: the JDK may call it, and nobody sees then what it accesses. */
    public static MethodHandle accessor(VarHandle variable, MethodHandle accessor) {
        if (!Owners.isPrepared() || Hooks.current() == null) {
            return accessor;
        }
        List<Class<?>> from = variable.coordinateTypes();
        boolean ofProgram = from.isEmpty() || from.get(0).getClassLoader() != null;
        MethodHandle first =
                ofProgram ? handle(Owners.class, "reachesFields", MethodType.methodType(void.class)) : null;
        return first == null ? accessor : MethodHandles.foldArguments(accessor, first);
    }

    /** The hook for calls from a subclass to its superclass. */
    private static String superName(String name) {
        return "super" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** The declared methods of a class without those that were added to it to reach a hook. */
    static Method[] withoutAdded(Class<?> type, Method[] all) {
        Class<?> parent = type.getSuperclass();
        if (all == null || parent == null || parent == Object.class && type.getClassLoader() == null) {
            return all;
        }
        boolean overrides = parent.getClassLoader() == null && isOwner(parent.getName());
        int count = 0;
        Method[] kept = new Method[all.length];
        for (Method method : all) {
            if (isRenamed(method)) {
                showNative(all, method);
            } else if (isAdded(method)) {
                continue;
            } else if (!overrides || !method.isSynthetic() || !redirects(parent, method.getName())) {
                kept[count++] = method;
            }
        }
        if (count == all.length) {
            return all;
        }
        Method[] found = new Method[count];
        System.arraycopy(kept, 0, found, 0, count);
        return found;
    }

    /** Whether this is a native of the program in whose place another method stands. */
    private static boolean isRenamed(Method method) {
        return method.isSynthetic()
                && Modifier.isNative(method.getModifiers())
                && method.getName().startsWith(NativeCall.PREFIX);
    }

    /** Whether this is a member that code of the program got for itself. */
    static boolean isAdded(Member member) {
        return member.isSynthetic() && member.getName().startsWith(NativeCall.PREFIX);
    }

    /** The declared fields of a class without those that were added to it. */
    static Field[] withoutAdded(Field[] all) {
        int count = 0;
        for (Field field : all) {
            count += isAdded(field) ? 0 : 1;
        }
        if (count == all.length) {
            return all;
        }
        Field[] found = new Field[count];
        count = 0;
        for (Field field : all) {
            if (!isAdded(field)) {
                found[count++] = field;
            }
        }
        return found;
    }

    /** The method in the place of a native is one to who looks. */
    private static void showNative(Method[] all, Method renamed) {
        String name = renamed.getName().substring(NativeCall.PREFIX.length());
        for (Method method : all) {
            if (method.getName().equals(name)
                    && method.getReturnType() == renamed.getReturnType()
                    && Arrays.equals(method.getParameterTypes(), renamed.getParameterTypes())) {
                Vm.setInt(method, MODIFIERS, method.getModifiers() | Modifier.NATIVE);
            }
        }
    }

    private static boolean isOwner(String name) {
        for (String owner : owners) {
            if (owner.equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static MethodHandle handle(String name, MethodType type) {
        return handle(CallHooks.class, name, type);
    }

    private static MethodHandle handle(Class<?> hooks, String name, MethodType type) {
        try {
            return MethodHandles.publicLookup().findStatic(hooks, name, type);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            // An overload that is not in the table.
            return null;
        }
    }
}
