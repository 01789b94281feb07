package dev.hindsight.agent.host;

import dev.hindsight.agent.host.JvmFlags.Flag;
import dev.hindsight.runtime.Vm;
import java.util.ArrayList;
import java.util.List;

/**
 * The collector and the sizes of the heap, where nobody but the virtual machine chose them: it looks at the processors
 * and the memory of the machine, and a replay may find others.
 */
public final class HeapChoice {
    private static final List<String> FLAGS = List.of(
            "UseSerialGC",
            "UseParallelGC",
            "UseG1GC",
            "UseZGC",
            "UseShenandoahGC",
            "UseEpsilonGC",
            "MinHeapSize",
            "InitialHeapSize",
            "MaxHeapSize");

    private static final int ERGONOMIC = 5;

    private HeapChoice() {}

    /** Options that choose the same again; none if it was told what to choose, or hides its flags. */
    static List<String> options() {
        List<String> options = new ArrayList<>();
        for (Flag flag : JvmFlags.find(FLAGS)) {
            String option = option(flag);
            if (option != null && flag.origin() == ERGONOMIC) {
                options.add(option);
            }
        }
        return options;
    }

    /** Makes flags that such options set look chosen by the virtual machine: programs may ask where a value comes from. */
    public static void hide(List<?> options) {
        for (Flag flag : JvmFlags.find(FLAGS)) {
            String option = option(flag);
            if (option != null && options.contains(option)) {
                flag.setOrigin(ERGONOMIC);
            }
        }
    }

    /** The option that sets what a flag says; null for a collector that is not used. */
    private static String option(Flag flag) {
        if (flag.name().endsWith("Size")) {
            return "-XX:" + flag.name() + "=" + Vm.longAt(flag.address());
        }
        return Vm.byteAt(flag.address()) == 0 ? null : "-XX:+" + flag.name();
    }
}
