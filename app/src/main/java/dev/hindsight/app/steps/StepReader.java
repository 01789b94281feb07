package dev.hindsight.app.steps;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads what a replay wrote about its steps; the agent's {@code StepFile} and {@code StepSites} say what that looks like. */
public final class StepReader {
    /** What a thread is called that has no name, as virtual ones mostly. */
    private static final String UNNAMED = "unnamed";

    private static final Step.Site NOWHERE = new Step.Site("", "", "", 0, "", "", false, false);

    private final Map<Integer, String[]> sites = new HashMap<>();
    private final Map<Integer, String> classOfSite = new HashMap<>();
    private final Map<String, String> parents = new HashMap<>();
    private final Map<String, String> sources = new HashMap<>();
    /** By class and name with a dot between, {@code volatile} or {@code final}. */
    private final Map<String, String> fields = new HashMap<>();

    private final Map<Integer, Step.Site> known = new HashMap<>();
    private final Map<Integer, String> threads = new TreeMap<>();
    private final Map<Integer, String> threadObjects = new HashMap<>();
    private final List<String[]> steps = new ArrayList<>();
    private final Set<String> untold = new TreeSet<>();
    private final List<Steps.Content> contents = new ArrayList<>();
    private long count;
    /** The words of the lines that tell of an exception that ended a thread, and of the test that failed first; null for none. */
    private String[] thrown;

    private String[] test;
    private int nextSite;
    private String currentClass = "";
    private boolean complete;

    private StepReader() {}

    public static Steps read(Path file) throws IOException {
        StepReader reader = new StepReader();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                reader.line(line.split("\t", -1));
            }
        }
        if (!reader.complete) {
            throw new IOException(
                    "the replay could not write all its steps to '" + file + "': there is no room for them");
        }
        return reader.steps();
    }

    private void line(String[] words) {
        switch (words[0]) {
            case "steps" -> count = Long.parseLong(words[1]);
            case "sites" -> nextSite = Integer.parseInt(words[1]);
            case "class" -> {
                currentClass = words[1];
                parents.put(words[1], words[2]);
                sources.put(words[1], words[3].equals("null") ? "" : words[3]);
            }
            case "volatile", "final" -> fields.put(currentClass + "." + words[1], words[0]);
            case "thread" -> {
                String name = unescape(words[2]);
                threads.put(Integer.parseInt(words[1]), name.isEmpty() ? UNNAMED : name);
                threadObjects.put(Integer.parseInt(words[1]), unescape(words[3]));
            }
            case "step" -> steps.add(words);
            case "untold" -> untold.add(unescape(words[1]));
            case "end" -> complete = true;
            case "thrown" -> thrown = words;
            case "test" -> test = words;
            case "field" -> {
                // The replayed side alone needs to know.
            }
            case "content" -> contents.add(content(words));
            default -> {
                classOfSite.put(nextSite, currentClass);
                sites.put(nextSite++, words);
            }
        }
    }

    private Steps steps() {
        List<Step> kept = new ArrayList<>(steps.size());
        for (String[] words : steps) {
            kept.add(step(words));
        }
        return new Steps(count, kept, threads, threadObjects, failure(kept), untold, contents);
    }

    private static Steps.Content content(String[] words) {
        List<Map.Entry<String, String>> parts = new ArrayList<>();
        for (int i = 3; i + 1 < words.length; i += 2) {
            parts.add(Map.entry(unescape(words[i]), unescape(words[i + 1])));
        }
        return new Steps.Content(unescape(words[1]), parts, Long.parseLong(words[2]));
    }

    /** A test that failed counts more than what its threads ended with. */
    private Optional<Failure> failure(List<Step> kept) {
        if (test != null) {
            return Optional.of(Failure.ofTest(
                    Integer.parseInt(test[1]),
                    Long.parseLong(test[2]),
                    Long.parseLong(test[3]),
                    unescape(test[4]),
                    unescape(test[5]),
                    kept));
        }
        return thrown == null
                ? Optional.empty()
                : Optional.of(Failure.ofThread(
                        Integer.parseInt(thrown[1]), Long.parseLong(thrown[2]), unescape(thrown[3]), kept));
    }

    private Step step(String[] words) {
        long number = Long.parseLong(words[1]);
        int thread = Integer.parseInt(words[2]);
        int siteNumber = Integer.parseInt(words[3]);
        long events = Long.parseLong(words[4]);
        if (siteNumber < 0) {
            String started = threadObjects.get(Integer.parseInt(words[5]));
            return new Step(number, thread, events, Step.Kind.START, NOWHERE, started, started, "");
        }
        String[] described = sites.get(siteNumber);
        Step.Kind kind = Step.Kind.valueOf(described[0].toUpperCase(Locale.ROOT));
        Step.Site site = known.computeIfAbsent(siteNumber, this::site);
        String target = unescape(words[5]);
        String object = unescape(words[8]);
        String value = kind == Step.Kind.CALL ? object : value(described[5], target, Long.parseLong(words[7]), object);
        return new Step(
                number,
                thread,
                events,
                kind,
                site,
                location(kind, site, target, Integer.parseInt(words[6])),
                target,
                hasValue(kind, value) ? value : "");
    }

    private static boolean hasValue(Step.Kind kind, String value) {
        return switch (kind) {
            case READ, WRITE, RESULT, THROW -> true;
            case CALL -> !value.equals("null");
            default -> false;
        };
    }

    private Step.Site site(int number) {
        String[] words = sites.get(number);
        String className = classOfSite.get(number);
        String owner = words[3];
        String field = owner.isEmpty() ? null : declared(owner, words[4]);
        return new Step.Site(
                className.replace('/', '.'),
                words[1],
                sources.getOrDefault(className, ""),
                Integer.parseInt(words[2]),
                owner.replace('/', '.'),
                words[4],
                "volatile".equals(field),
                "final".equals(field));
    }

    /** What a field is, in the class that is named or one above it; null if nothing is known. */
    private String declared(String owner, String name) {
        for (String at = owner; at != null; at = parents.get(at)) {
            String found = fields.get(at + "." + name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static String location(Step.Kind kind, Step.Site site, String target, int index) {
        return switch (kind) {
            case READ, WRITE -> {
                if (index >= 0) {
                    yield target + "[" + index + "]";
                }
                yield (target.isEmpty() ? site.owner() : target) + "." + site.name();
            }
            case RESULT, THROW -> "";
            case INITIALISED -> site.owner();
            default -> target;
        };
    }

    private static String value(String descriptor, String array, long number, String object) {
        String type = descriptor.isEmpty() ? array.startsWith("boolean") ? "Z" : "B" : descriptor;
        return switch (type.charAt(0)) {
            case 'Z' -> number == 0 ? "false" : "true";
            case 'C' -> "'" + (char) number + "'";
            case 'F' -> Float.toString(Float.intBitsToFloat((int) number));
            case 'D' -> Double.toString(Double.longBitsToDouble(number));
            case 'B', 'S', 'I', 'J' -> Long.toString(number);
            default -> object;
        };
    }

    private static String unescape(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '\\' && i + 1 < text.length()) {
                char next = text.charAt(++i);
                plain.append(next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next);
            } else {
                plain.append(each);
            }
        }
        return plain.toString();
    }
}
