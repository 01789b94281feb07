package dev.hindsight.e2e;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records a program, changes the world, replays it three times and compares; or records it and replays it as often as one
 * likes. A program that prints the same when it is not recorded is run plainly, too.
 *
 * <p>Plain and recorded runs use directories of the same name, so that programs that print paths print the same ones.
 * The first replay finds every file with other content, the later ones find nothing: neither the working directory nor
 * the class path.
 */
final class RoundTrip {
    private final Program program;
    private final Jdk jdk;
    private final Driver driver;
    private final Path classes;
    private final Path home;
    private final Path work;
    private final Path ownClasses;
    private final Path recording;

    /**
     * @param classes the compiled program; left as they are
     * @param home an empty directory for everything that this makes
     */
    RoundTrip(Program program, Jdk jdk, Driver driver, Path classes, Path home) {
        this.program = program;
        this.jdk = jdk;
        this.driver = driver;
        this.classes = classes;
        this.home = home;
        this.work = home.resolve("work");
        this.ownClasses = home.resolve("classes");
        this.recording = home.resolve("recording");
    }

    void run() throws IOException, InterruptedException {
        World.restore(classes, ownClasses);
        Result recorded;
        if (program.plainRun() == Program.PlainRun.IS_THE_SAME) {
            Result plain = runHere(java());
            requireExitCode("plain run", program.exitCode(), plain);
            recorded = record();
            requireSame("recorded run", plain, recorded);
        } else {
            recorded = record();
        }
        World.overwrite(work);
        World.overwrite(ownClasses);
        check("first replay", recorded);
        World.remove(work);
        World.remove(ownClasses);
        check("second replay", recorded);
        replay("third replay", recorded);
    }

    /** Records, removes the program and replays; tells how many replays differ, and how the first of them does. */
    void replayRepeatedly(int replays) throws IOException, InterruptedException {
        World.restore(classes, ownClasses);
        Result recorded = record();
        World.remove(work);
        World.remove(ownClasses);
        List<AssertionError> failures = new ArrayList<>();
        for (int i = 1; i <= replays; i++) {
            try {
                check("replay number " + i, recorded);
            } catch (AssertionError e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.size() + " of " + replays + " replays of " + recording + " failed: "
                    + failures.get(0).getMessage());
        }
    }

    private Result record() throws IOException, InterruptedException {
        Result result = runHere(driver.record(recording, java()));
        requireExitCode("recorded run", program.exitCode(), result);
        Output.requireLine("hindsight: recorded ", result.err());
        ReachedRows.add(recording);
        if (program.warnings() == Program.Warnings.NONE) {
            Output.requireNoLine("hindsight: WARNING", result.err());
        }
        return new Result(result.exitCode(), result.out(), Output.withoutRemarks(result.err()));
    }

    private void check(String what, Result recorded) throws IOException, InterruptedException {
        Result result = runElsewhere(driver.check(recording));
        requireExitCode(what, 0, result);
        requireSame(what, recorded, new Result(0, result.out(), Output.withoutVerdict(result.err())));
    }

    private void replay(String what, Result recorded) throws IOException, InterruptedException {
        Result result = runElsewhere(driver.replay(recording));
        requireExitCode(what, program.exitCode(), result);
        requireSame(what, recorded, result);
    }

    private List<String> java() {
        List<String> words = new ArrayList<>(List.of(jdk.java().toString()));
        words.addAll(program.jvmOptions());
        words.addAll(List.of("-cp", ownClasses.toString(), program.name()));
        words.addAll(program.arguments());
        return words;
    }

    private Result runHere(List<String> words) throws IOException, InterruptedException {
        World.restore(program.folder().resolve("world"), work);
        return new Command(words, work, World.environmentOfRecording(), program.stdin(), program.streams()).run();
    }

    private Result runElsewhere(List<String> words) throws IOException, InterruptedException {
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere"));
        Map<String, String> environment = World.environmentOfReplay();
        return driver.run(new Command(words, elsewhere, environment, Optional.of("other input\n"), program.streams()));
    }

    private static void requireExitCode(String what, int expected, Result actual) {
        if (actual.exitCode() != expected) {
            throw new AssertionError("The " + what + " should end with exit code " + expected + ": " + actual.text());
        }
    }

    private static void requireSame(String what, Result expected, Result actual) {
        Output.requireSame("stdout of the " + what, expected.out(), actual.out());
        Output.requireSame("stderr of the " + what, expected.err(), actual.err());
    }
}
