package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.loader.BootLoader;
import jdk.internal.loader.NativeLibraries;

/**
 * Flags of the virtual machine, where HotSpot shows them to its own debugger: a table of its structures, {@code
 * gHotSpotVMStructs}, leads to the array of all flags.
 */
final class JvmFlags {
    /** What a flag says of where its value comes from: an origin, in its lowest bits. */
    private static final int ORIGIN = 15;

    private static final String TYPE = "JVMFlag";

    private static final List<String> FAST_THROWS = List.of("OmitStackTraceInFastThrow");

    private final NativeLibraries libraries = BootLoader.getNativeLibraries();

    private JvmFlags() {}

    /** @param address where its value is */
    record Flag(String name, long address, long originAddress) {
        int origin() {
            return Vm.byteAt(originAddress) & ORIGIN;
        }

        void setOrigin(int origin) {
            Vm.setByte(null, originAddress, (byte) (Vm.byteAt(originAddress) & ~ORIGIN | origin));
        }
    }

    /** Those of these names; none if the virtual machine hides its flags. */
    static List<Flag> find(List<String> names) {
        return new JvmFlags().flags(names);
    }

    /**
     * From now on, exceptions that the JVM throws by itself have their message and their stack trace however hot the code is. Otherwise they are lost
     * when the JIT compiles it for the second time, which is left to chance.
     */
    static void keepStackTraces() {
        for (Flag flag : find(FAST_THROWS)) {
            Vm.setByte(null, flag.address(), (byte) 0);
        }
    }

    private List<Flag> flags(List<String> names) {
        List<Flag> found = new ArrayList<>();
        if (libraries.find("gHotSpotVMStructs") == 0 || libraries.find("gHotSpotVMTypes") == 0) {
            return found;
        }
        long fields = fields();
        long flags = Vm.longAt(Vm.longAt(field(fields, "flags", "Address")));
        long count = Vm.longAt(Vm.longAt(field(fields, "numFlags", "Address")));
        long nameOffset = Vm.longAt(field(fields, "_name", "Offset"));
        long address = Vm.longAt(field(fields, "_addr", "Offset"));
        long origin = Vm.longAt(field(fields, "_flags", "Offset"));
        long size = sizeOfFlag();
        for (long flag = flags; flag < flags + count * size; flag += size) {
            long at = Vm.longAt(flag + nameOffset);
            String name = at == 0 ? null : named(names, at);
            if (name != null) {
                found.add(new Flag(name, Vm.longAt(flag + address), flag + origin));
            }
        }
        return found;
    }

    /** The name that stands at an address, if it is one of these; else null. */
    private static String named(List<String> names, long address) {
        byte letter = Vm.byteAt(address);
        for (String name : names) {
            if (name.charAt(0) == letter && is(name, address)) {
                return name;
            }
        }
        return null;
    }

    /** Where the table of structures has the first field of a flag. */
    private long fields() {
        long type = constant("gHotSpotVMStructEntryTypeNameOffset");
        long stride = constant("gHotSpotVMStructEntryArrayStride");
        return entry(constant("gHotSpotVMStructs"), type, stride, TYPE);
    }

    /** The entry of a table, from {@code first} on, that has this name. */
    private static long entry(long first, long nameOffset, long stride, String expected) {
        byte letter = (byte) expected.charAt(0);
        for (long entry = first; Vm.longAt(entry + nameOffset) != 0; entry += stride) {
            long name = Vm.longAt(entry + nameOffset);
            if (Vm.byteAt(name) == letter && is(expected, name)) {
                return entry;
            }
        }
        throw new IllegalStateException("the virtual machine does not tell where to find " + expected);
    }

    /** Where the table of structures has a fact about a field of a flag. */
    private long field(long first, String name, String fact) {
        long offset = constant("gHotSpotVMStructEntryFieldNameOffset");
        long stride = constant("gHotSpotVMStructEntryArrayStride");
        return entry(first, offset, stride, name) + constant("gHotSpotVMStructEntry" + fact + "Offset");
    }

    private long sizeOfFlag() {
        long name = constant("gHotSpotVMTypeEntryTypeNameOffset");
        long stride = constant("gHotSpotVMTypeEntryArrayStride");
        return Vm.longAt(
                entry(constant("gHotSpotVMTypes"), name, stride, TYPE) + constant("gHotSpotVMTypeEntrySizeOffset"));
    }

    private long constant(String symbol) {
        return Vm.longAt(libraries.find(symbol));
    }

    private static boolean is(String expected, long address) {
        int i = 0;
        while (i < expected.length() && Vm.byteAt(address + i) == expected.charAt(i)) {
            i++;
        }
        return i == expected.length() && Vm.byteAt(address + i) == 0;
    }
}
