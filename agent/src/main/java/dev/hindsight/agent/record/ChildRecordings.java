package dev.hindsight.agent.record;

import dev.hindsight.trace.Recording;
import java.io.File;

/** Finds places for the recordings of child JVMs inside their parent's. */
final class ChildRecordings {
    private static final int MOST = 10_000;

    private ChildRecordings() {}

    /** Makes the next free directory, or null if none can be made: then the child runs unrecorded. */
    static File claim(File parent) {
        File children = new File(parent, Recording.CHILDREN);
        if (!children.isDirectory() && !children.mkdir()) {
            return null;
        }
        for (int number = 1; number < MOST; number++) {
            File child = new File(children, Integer.toString(number));
            if (child.mkdir()) {
                return child;
            }
            if (!child.exists()) {
                return null;
            }
        }
        return null;
    }
}
