package dev.hindsight.app;

import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Recording;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The parameter that names a recording, and what happens if it is not a good one. */
final class RecordingArgument {
    static final Usage.Parameter PARAMETER =
            new Usage.Parameter("DIR", Usage.Arity.ONE, "The directory of the recording, or its name as ls shows it.");

    private RecordingArgument() {}

    /** What a command does with a recording. */
    interface Action {
        int apply(Recording recording) throws Exception;
    }

    static int use(Arguments arguments, Action action) throws Exception {
        Path directory = Path.of(arguments.others().get(0));
        Path listed = RecordingPlace.PARENT.resolve(directory);
        boolean isListed = Files.notExists(directory) && Files.isDirectory(listed);
        return use(isListed ? listed : directory, action);
    }

    static int use(Path directory, Action action) throws Exception {
        try {
            return action.apply(open(directory));
        } catch (CorruptRecordingException e) {
            throw new CommandFailure(ExitCode.RECORDING, "recording '" + directory + "' is damaged: " + e.getMessage());
        } catch (NoSuchFileException e) {
            throw new CommandFailure(
                    ExitCode.RECORDING, "recording '" + directory + "' is damaged: '" + e.getFile() + "' is missing");
        }
    }

    static Recording open(Path directory) throws IOException {
        try {
            return Recording.open(directory);
        } catch (NoSuchFileException e) {
            String hint = Files.notExists(directory) && Files.isDirectory(RecordingPlace.PARENT)
                    ? "; hindsight ls shows those in '" + RecordingPlace.PARENT + "'"
                    : "";
            throw new CommandFailure(ExitCode.RECORDING, e.getMessage() + hint);
        } catch (FileNotFoundException e) {
            throw new CommandFailure(
                    ExitCode.RECORDING, "recording '" + directory + "' cannot be read: " + e.getMessage());
        } catch (CorruptRecordingException e) {
            throw new CommandFailure(ExitCode.RECORDING, name(directory, e.getMessage()));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new CommandFailure(
                    ExitCode.RECORDING,
                    "recording '" + directory + "' is damaged: its table of natives cannot be read: " + e.getMessage());
        }
    }

    private static String name(Path directory, String message) {
        return message.contains("'" + directory + "'")
                ? message
                : "recording '" + directory + "' is damaged: " + message;
    }
}
