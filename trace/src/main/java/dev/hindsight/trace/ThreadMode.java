package dev.hindsight.trace;

/** How the threads of a recorded program run. */
public enum ThreadMode {
    /** As they like; their order is not recorded. */
    FREE("free"),
    /** One at a time; who has its turn when is recorded. */
    SERIAL("serial"),
    /** As serial, but code that computes goes on beside the one whose turn it is, with what is its own. */
    PARALLEL("parallel"),
    /** As parallel, but also with what others may change meanwhile: such races are not recorded. */
    SYNC("sync"),
    /** One at a time; who has its turn when follows from a seed and from what the program does. */
    DETERMINISTIC("deterministic");

    private final String word;

    ThreadMode(String word) {
        this.word = word;
    }

    /** How options and manifests name it. */
    public String word() {
        return word;
    }

    /** Whether one thread at a time has its turn. */
    public boolean takesTurns() {
        return this != FREE;
    }

    /** Whether the recorder decides who has its turn when, and so can draw it. */
    public boolean isPerturbed() {
        return this == SERIAL || this == PARALLEL || this == SYNC;
    }

    /** The mode of this name; null if there is none. */
    public static ThreadMode named(Object word) {
        for (ThreadMode mode : values()) {
            if (mode.word.equals(word)) {
                return mode;
            }
        }
        return null;
    }
}
