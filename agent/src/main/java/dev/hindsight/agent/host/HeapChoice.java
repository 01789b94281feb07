package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.loader.BootLoader;
import jdk.internal.loader.NativeLibraries;

/**
 * The collector and the sizes of the heap, where nobody but the virtual machine chose them: it looks at the processors
 * and the memory of the machine, and a replay may find others.
 *
 * <p>The flags are read where HotSpot shows them to its own debugger: a table of its structures, {@code
 * gHotSpotVMStructs}, leads to the array of all flags.
 */
public final class HeapChoice {
    private static final List<String> COLLECTORS =
            List.of("UseSerialGC", "UseParallelGC", "UseG1GC", "UseZGC", "UseShenandoahGC", "UseEpsilonGC");
    private static final List<String> SIZES = List.of("MinHeapSize", "InitialHeapSize", "MaxHeapSize");

    /** What a flag says of where its value comes from: an origin, in its lowest bits. */
    private static final int ORIGIN = 15;

    private static final int ERGONOMIC = 5;

    /** How the name of a flag begins that is looked for: most begin otherwise, and there are many. */
    private static final String FIRST_LETTERS = "UMI";

    private static final String TYPE = "JVMFlag";

    private final NativeLibraries libraries = BootLoader.getNativeLibraries();

    /** Options that choose the same again; none if it was told what to choose, or hides its flags. */
    static List<String> options() {
        List<String> options = new ArrayList<>();
        HeapChoice choice = new HeapChoice();
        for (Flag flag : choice.flags()) {
            if (flag.origin() == ERGONOMIC) {
                options.add(flag.option());
            }
        }
        return options;
    }

    /** Makes flags that such options set look chosen by the virtual machine: programs may ask where a value comes from. */
    public static void hide(List<?> options) {
        HeapChoice choice = new HeapChoice();
        for (Flag flag : choice.flags()) {
            if (options.contains(flag.option())) {
                flag.setOrigin(ERGONOMIC);
            }
        }
    }

    /** A flag of the virtual machine, as the option that sets it, and where that came from. */
    private record Flag(String option, long originAddress) {
        int origin() {
            return Vm.byteAt(originAddress) & ORIGIN;
        }

        void setOrigin(int origin) {
            Vm.setByte(null, originAddress, (byte) (Vm.byteAt(originAddress) & ~ORIGIN | origin));
        }
    }

    /** The collector in use and the sizes of the heap. */
    private List<Flag> flags() {
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
            long name = Vm.longAt(flag + nameOffset);
            if (name == 0 || FIRST_LETTERS.indexOf(Vm.byteAt(name)) < 0) {
                continue;
            }
            long value = Vm.longAt(flag + address);
            String collector = named(COLLECTORS, name);
            String heapSize = collector != null ? null : named(SIZES, name);
            if (collector != null && Vm.byteAt(value) != 0) {
                found.add(new Flag("-XX:+" + collector, flag + origin));
            } else if (heapSize != null) {
                found.add(new Flag("-XX:" + heapSize + "=" + Vm.longAt(value), flag + origin));
            }
        }
        return found;
    }

    /** The name that stands at an address, if it is one of these; else null. */
    private static String named(List<String> names, long address) {
        for (String name : names) {
            if (is(name, address)) {
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
