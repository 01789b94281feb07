package dev.hindsight.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A test that failed while it was recorded, as the recording names it.
 *
 * @param run its place among all runs of tests, from 1 on; 0 if the test method was not reached
 * @param type the class that declares the test method
 * @param method empty if it is a whole class that failed
 * @param descriptor of the method, as in a class file
 * @param name as users know the test
 */
public record FailedTest(long run, String type, String method, String descriptor, String name, String message) {
    private static final String FAILED = "failed";

    /** What is stored of several. */
    public static String text(List<FailedTest> tests) {
        List<Object> objects = new ArrayList<>();
        for (FailedTest test : tests) {
            objects.add(test.json());
        }
        Map<String, Object> content = new LinkedHashMap<>();
        content.put(FAILED, objects);
        return Sealed.json(content);
    }

    /** Those of a recording, in the order in which they failed. */
    public static List<FailedTest> of(Recording recording) throws IOException {
        Path file = recording.directory().resolve(Recording.TESTS);
        List<FailedTest> tests = new ArrayList<>();
        if (Files.exists(file) && Sealed.read(file).get(FAILED) instanceof List<?> objects) {
            for (Object object : objects) {
                tests.add(parse(object));
            }
        }
        return tests;
    }

    public Map<String, Object> json() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("run", run);
        object.put("class", type);
        object.put("method", method);
        object.put("descriptor", descriptor);
        object.put("name", name);
        object.put("message", message);
        return object;
    }

    private static FailedTest parse(Object object) throws CorruptRecordingException {
        if (object instanceof Map<?, ?> map
                && map.get("run") instanceof Long run
                && map.get("class") instanceof String type
                && map.get("method") instanceof String method
                && map.get("descriptor") instanceof String descriptor
                && map.get("name") instanceof String name
                && map.get("message") instanceof String message) {
            return new FailedTest(run, type, method, descriptor, name, message);
        }
        throw new CorruptRecordingException(Recording.TESTS + ": a failed test is not described");
    }
}
