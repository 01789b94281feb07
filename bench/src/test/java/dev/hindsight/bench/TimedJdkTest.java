package dev.hindsight.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimedJdkTest {
    @Test
    void timesOfChildrenAreReadFromEachShell() {
        assertThat(TimedJdk.childSeconds("0m0.003s 0m0.001s\n1m2.500s 0m0.250s\n")
                        .orElseThrow())
                .isCloseTo(62.75, within(1e-9));
        assertThat(TimedJdk.childSeconds("0m0.000000s 0m0.000000s\n0m0.010000s 0m0.020000s\n")
                        .orElseThrow())
                .isCloseTo(0.03, within(1e-9));
        assertThat(TimedJdk.childSeconds("0m0,003s 0m0,001s\n0m1,500s 0m0,250s\n")
                        .orElseThrow())
                .isCloseTo(1.75, within(1e-9));
    }

    @Test
    void whatIsNotATimeIsNotRead() {
        assertThat(TimedJdk.childSeconds("")).isEmpty();
        assertThat(TimedJdk.childSeconds("0m0.003s 0m0.001s\n")).isEmpty();
    }

    @Test
    void commandIsMeasuredAndItsExitCodePassed(@TempDir Path directory) throws Exception {
        Path real = Files.createDirectories(directory.resolve("real ' jdk"));
        Files.createDirectories(real.resolve("lib"));
        Path java = Files.createDirectories(real.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\ni=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; exit $1\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        TimedJdk jdk = TimedJdk.create(real, directory.resolve("timed ' jdk"));

        jdk.reset();
        Process process = new ProcessBuilder(jdk.java().toString(), "3").start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();

        assertThat(process.exitValue()).isEqualTo(3);
        assertThat(jdk.shell()).isEqualTo(process.pid());
        Measurement measurement = jdk.measurement(7);
        assertThat(measurement.cpuSeconds()).isPositive();
        assertThat(measurement.wallSeconds()).isPositive();
        assertThat(measurement.peakBytes()).isEqualTo(7);
        assertThat(jdk.home().resolve("lib")).isSymbolicLink();
    }

    @Test
    void aRunThatDidNotEndHasNoMeasurement(@TempDir Path directory) throws Exception {
        Path real = Files.createDirectory(directory.resolve("real"));
        TimedJdk jdk = TimedJdk.create(real, directory.resolve("timed"));

        assertThat(jdk.shell()).isNegative();
        assertThatThrownBy(() -> jdk.measurement(0)).isInstanceOf(BenchFailure.class);
    }

    @Test
    void peakOfAProcessIsReadFromItsStatus() {
        String status = "Name:\tjava\nVmPeak:\t 9000 kB\nVmHWM:\t   41234 kB\nVmRSS:\t   41000 kB\n";

        assertThat(MeasuredProcess.peakKibibytes(status)).hasValue(41234);
        assertThat(MeasuredProcess.peakKibibytes("Name:\tkthreadd\n")).isEmpty();
    }
}
