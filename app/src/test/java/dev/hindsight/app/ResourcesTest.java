package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResourcesTest {
    private static final String INPUT = "java.io.FileInputStream";
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
