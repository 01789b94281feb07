package dev.hindsight.agent;

import dev.hindsight.runtime.Vm;

/** One number for where the current thread's sequence of identity hashes stands. */
public final class HashState {
    private HashState() {}

    public static long now() {
        return Vm.hashLow() ^ Vm.hashHigh() >>> 17;
    }
}
