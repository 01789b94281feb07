package dev.hindsight.trace;

/** How the threads of a recorded program run. */
public enum ThreadMode {
    /** As they like; their order is not recorded. */
    FREE("free"),
    /** One at a time; who has its turn when is recorded. */
    SERIAL("serial");

    private final String word;

    ThreadMode(String word) {
        this.word = word;
    }

    /** How options and manifests name it. */
    public String word() {
        return word;
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
