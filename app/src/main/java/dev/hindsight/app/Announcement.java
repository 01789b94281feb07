package dev.hindsight.app;

import dev.hindsight.session.RecordSession;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells the user what became of a recording.
 *
 * @param screen where it is told
 */
record Announcement(Screen screen) {
    /** The program has ended well or badly by now; a recording that cannot be read does not change its exit code. */
    void recorded(Path directory, int exitCode) {
        try {
            Recording recording = Recording.open(directory);
            List<String> names = new ArrayList<>();
            for (int thread : recording.threads()) {
                names.add(recording.threadName(thread));
            }
            RecordReport.lines(Summary.of(recording), names, directory, exitCode)
                    .forEach(screen::say);
        } catch (IOException e) {
            screen.say("warning: the recording in '" + directory + "' cannot be read: " + e.getMessage());
        }
    }

    void notRecorded(RecordSession session, List<String> command) {
        screen.say(session.lost() ? lost(session.directory()) : nothingRecorded(command.get(0)));
    }

    private static String lost(Path directory) {
        return "the recording is lost: '" + directory + "' was removed while the program ran";
    }

    private static String nothingRecorded(String word) {
        if (Path.of(word).endsWith("java")) {
            return "nothing was recorded: the JVM ended before a program began, or nothing could be written; what was printed says why";
        }
        return "no JVM was recorded: '" + word + "' did not start a java that it found through PATH or JAVA_HOME;"
                + " record the java command itself: hindsight record java ...";
    }
}
