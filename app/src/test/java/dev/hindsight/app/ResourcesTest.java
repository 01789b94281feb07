package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResourcesTest {
    private static final String INPUT = "java.io.FileInputStream";
    private static final String NET = "sun.nio.ch.Net";
    private static final String DISPATCHER = "sun.nio.fs.UnixNativeDispatcher";

    @TempDir
    Path directory;

    @Test
    void theFirstThreeDescriptorsAreTheStandardStreams() throws IOException {
        Resources resources = follow(recording());
        assertThat(resources.at(0)).contains(Resource.STDIN);
        assertThat(resources.at(1)).contains(Resource.STDOUT);
        assertThat(resources.at(2)).contains(Resource.STDERR);
    }

    @Test
    void openingNamesADescriptorRelativeToTheWorkingDirectory() throws IOException {
        Resources resources = follow(recording().returned(INPUT, "open0", "../v/data", 4));
        assertThat(resources.at(4)).contains(new Resource("../v/data", "/home/v/data"));
    }

    @Test
    void aNumberIsUsedAgainAfterClosing() throws IOException {
        SyntheticRecording recording = recording()
                .returned(INPUT, "open0", "/a", 4)
                .returned("java.io.FileDescriptor", "close0", 4, -1)
                .returned(DISPATCHER, "open0", "/b", 0, 0, 4);
        assertThat(follow(recording).at(4)).contains(new Resource("/b", "/b"));
    }

    @Test
    void whatIsClosedIsNothing() throws IOException {
        SyntheticRecording recording =
                recording().returned(DISPATCHER, "open0", "/a", 0, 0, 4).returned(DISPATCHER, "close0", 4);
        assertThat(follow(recording).at(4)).isEmpty();
    }

    @Test
    void aClosedStandardStreamLeadsNowhere() throws IOException {
        SyntheticRecording recording = recording().returned("java.io.FileDescriptor", "close0", 1, -1);
        assertThat(follow(recording).at(1)).map(Resource::name).contains("/dev/null");
    }

    @Test
    void aPathBelowAnOpenDirectoryIsResolvedThere() throws IOException {
        SyntheticRecording recording = recording()
                .returned(DISPATCHER, "open0", "/d", 0, 0, 4)
                .returned(DISPATCHER, "openat0", 4, "f", 0, 0, 5);
        assertThat(follow(recording).at(5)).map(Resource::path).contains("/d/f");
    }

    @Test
    void aDuplicateStandsForTheSameThing() throws IOException {
        SyntheticRecording recording = recording().returned(DISPATCHER, "dup", 0, 7);
        assertThat(follow(recording).at(7)).contains(Resource.STDIN);
    }

    @Test
    void anOpenThatFailedNamesNothing() throws IOException {
        SyntheticRecording recording = recording().threw(INPUT, "open0", 1, "/a (No such file)", "/a");
        assertThat(follow(recording).at(4)).isEmpty();
    }

    @Test
    void descriptorsAreFollowedAcrossThreads() throws IOException {
        SyntheticRecording recording = recording()
                .returnedIn(1, INPUT, "open0", "/a", 4)
                .returnedIn(0, "java.io.FileDescriptor", "close0", 4, -1)
                .returnedIn(2, INPUT, "open0", "/b", 4);
        assertThat(follow(recording).at(4)).map(Resource::path).contains("/b");
    }

    @Test
    void aSocketIsNamedByWhereItLeads() throws IOException {
        SyntheticRecording recording = recording()
                .returned(NET, "socket0", 1, 1, 0, 0, 4)
                .returned(NET, "connect0", 1, 4, "7f000001 0 localhost", 8080, 1)
                .returned(NET, "socket0", 1, 1, 0, 0, 5)
                .returned(NET, "bind0", 5, 1, 0, "00000000000000000000000000000001 0 ", 0)
                .returned(NET, "localPort", 5, 4711)
                .returned(NET, "accept", 5, 1, 6, List.of("7f000001 0 ", "9999"));
        Resources resources = follow(recording);
        assertThat(resources.at(4)).map(Resource::name).contains("127.0.0.1:8080");
        assertThat(resources.at(5)).map(Resource::name).contains("[0:0:0:0:0:0:0:1]:4711");
        assertThat(resources.at(6)).map(Resource::name).contains("127.0.0.1:9999");
    }

    @Test
    void thePipesOfAProcessAreNamedAfterIt() throws IOException {
        Resources resources = follow(
                recording().returned("java.lang.ProcessImpl", "forkAndExec", "sh", "", 0, 99, List.of(7, 8, -1)));
        assertThat(resources.at(7)).map(Resource::name).contains("stdin of process 99");
        assertThat(resources.at(8)).map(Resource::name).contains("stdout of process 99");
    }

    private SyntheticRecording recording() {
        return new SyntheticRecording(directory);
    }

    private static Resources follow(SyntheticRecording recording) throws IOException {
        Resources resources = new Resources("/home/u");
        try (EventSequence events = new EventSequence(recording.open())) {
            for (EventSequence.Entry entry = events.next(); entry != null; entry = events.next()) {
                resources.follow(entry.event());
            }
        }
        return resources;
    }
}
