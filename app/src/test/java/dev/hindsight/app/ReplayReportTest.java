package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.session.ReplayOutcome;
import dev.hindsight.session.ReplayOutcome.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplayReportTest {
    @Test
    void aFaithfulReplayIsSilentAndExitsAsTheProgramDid() {
        assertReport(report(Verdict.FAITHFUL, "", 3, ReplayReport.Tone.QUIET), 3);
        assertReport(report(Verdict.FAITHFUL, "note: x\n", 3, ReplayReport.Tone.QUIET), 3, "note: x");
    }

    @Test
    void aCheckSaysThatTheReplayWasFaithful() {
        assertReport(report(Verdict.FAITHFUL, "", 3, ReplayReport.Tone.CHECK), 0, "faithful: 9 events, 2 threads");
    }

    @Test
    void aDivergenceIsNeverSilent() {
        assertReport(report(Verdict.DIVERGED, "at X\nmore", 3, ReplayReport.Tone.QUIET), 125, "diverged: at X", "more");
        assertReport(report(Verdict.DIVERGED, "diverged at X", 3, ReplayReport.Tone.CHECK), 125, "diverged at X");
    }

    @Test
    void anotherExitCodeThanRecordedIsADivergence() {
        assertReport(
                report(Verdict.FAITHFUL, "", 134, ReplayReport.Tone.QUIET),
                125,
                "diverged: the replaying JVM ended with exit code 134 instead of 3, after its last event");
    }

    @Test
    void damageIsNotADivergence() {
        assertReport(
                report(Verdict.DAMAGED, "thread 0, event 7: a checksum is wrong", 125, ReplayReport.Tone.CHECK),
                3,
                "hindsight: the recording cannot be replayed: thread 0, event 7: a checksum is wrong");
    }

    @Test
    void theEndOfACutRecordingIsSaid() {
        assertReport(
                report(Verdict.ENDED, "the program was killed", 137, ReplayReport.Tone.QUIET),
                137,
                "hindsight: the recording ends here, after 9 events",
                "the program was killed");
        assertReport(
                report(Verdict.ENDED, "", 137, ReplayReport.Tone.CHECK),
                0,
                "faithful: 9 events, 2 threads, up to where the recording ends");
    }

    @Test
    void aCrashIsTold() {
        assertReport(
                ReplayReport.of(Optional.empty(), 134, Optional.of(3), ReplayReport.Tone.QUIET),
                125,
                "hindsight: the replay crashed: its JVM ended with exit code 134 and without a verdict");
    }

    @Test
    void anInterruptionIsNotACrash() {
        assertReport(
                ReplayReport.of(Optional.empty(), 130, Optional.of(3), ReplayReport.Tone.CHECK),
                130,
                "hindsight: the replay was interrupted");
    }

    private static ReplayReport report(Verdict verdict, String message, int jvmExitCode, ReplayReport.Tone tone) {
        return ReplayReport.of(
                Optional.of(new ReplayOutcome(verdict, 9, 2, message, 137)), jvmExitCode, Optional.of(3), tone);
    }

    private static void assertReport(ReplayReport report, int exitCode, String... lines) {
        assertThat(report.lines()).containsExactly(lines);
        assertThat(report.exitCode()).isEqualTo(exitCode);
    }
}
