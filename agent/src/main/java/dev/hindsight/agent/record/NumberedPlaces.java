package dev.hindsight.agent.record;

import java.io.File;

/** Finds places for the recordings of several JVMs in one directory. */
final class NumberedPlaces {
    private static final int MOST = 10_000;

    private NumberedPlaces() {}

    /** Makes the next free directory, or null if none can be made. */
    static File claim(File directory) {
        // Another JVM may make it at this moment.
        if (!directory.isDirectory() && !directory.mkdirs() && !directory.isDirectory()) {
            return null;
        }
        for (int number = 1; number < MOST; number++) {
            File place = new File(directory, Integer.toString(number));
            if (place.mkdir()) {
                return place;
            }
            if (!place.exists() && !directory.canWrite()) {
                return null;
            }
        }
        return null;
    }
}
