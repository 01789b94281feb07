package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.Options;
import dev.hindsight.agent.host.PrivateFiles;
import dev.hindsight.runtime.ObjectContents;
import dev.hindsight.runtime.StepLog;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells the tool what the program's threads did last, through a file of lines with tabs: of each class that has sites, what it
 * and its sites are; of each thread, its number and name; the steps themselves; and a last line, without which something is missing.
 */
final class StepFile {
    /** How much of a text is shown. */
    private static final int LONGEST = 120;

    /** Null if nobody wants to know. */
    private final File file;

    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final Map<Thread, Boolean> introduced = new IdentityHashMap<>();
    private boolean written;

    /** The thread that an exception ended last, what it was, and how many steps there were by then; null for none. */
    private Thread ended;

    private String thrown;
    private long endedAfter;

    /** After how many steps each run of a test began; they are counted from 1 on. */
    private long[] testsBegan = new long[16];

    /** The same of the test that failed first; the thread is null for none. */
    private Thread testThread;

    private String testName;
    private String testMessage;
    private long testBegan;
    private long testFailedAfter;

    StepFile(Options options) {
        this.file = options.has("steps") ? new File(options.get("steps", "")) : null;
    }

    /** An exception ended a thread. */
    synchronized void threadEnded(Thread thread, String stack) {
        ended = thread;
        thrown = stack;
        endedAfter = StepLog.soFar();
    }

    synchronized void testStarts(long run) {
        if (file == null) {
            return;
        }
        if (run >= testsBegan.length) {
            testsBegan = Arrays.copyOf(testsBegan, (int) run * 2);
        }
        testsBegan[(int) run] = StepLog.soFar();
    }

    /** @param run 0 if the method of the test was not reached */
    synchronized void testFailed(long run, String name, String message) {
        if (testThread == null) {
            testThread = Thread.currentThread();
            testName = name;
            testMessage = message;
            testBegan = run < testsBegan.length ? testsBegan[(int) run] : 0;
            testFailedAfter = StepLog.soFar();
        }
    }

    /** The replay has come to its end. */
    synchronized void write() {
        if (file == null || written) {
            return;
        }
        written = true;
        StepLog log = StepLog.stop();
        try (Writer out = new BufferedWriter(
                new OutputStreamWriter(PrivateFiles.create(file), StandardCharsets.UTF_8), 1 << 16)) {
            line(out, "steps", log.count(), log.first());
            Map<Integer, Boolean> classes = new TreeMap<>();
            for (long step = log.first(); step < log.count(); step++) {
                int site = log.site(step);
                if (site >= 0) {
                    classes.put(StepLog.classOf(site), true);
                }
            }
            for (int each : classes.keySet()) {
                line(out, "sites", StepLog.firstSite(each), -1);
                out.write(StepLog.lines(each));
            }
            for (long step = log.first(); step < log.count(); step++) {
                step(out, log, step);
            }
            contents(out, log.looked());
            for (String name : StepLog.untold()) {
                out.write("untold\t" + escape(name.replace('/', '.')) + "\n");
            }
            if (ended != null) {
                out.write("thrown\t" + thread(out, ended) + "\t" + endedAfter + "\t" + escape(thrown) + "\n");
            }
            if (testThread != null) {
                out.write("test\t" + thread(out, testThread) + "\t" + testBegan + "\t" + testFailedAfter + "\t");
                out.write(escape(testName) + "\t" + escape(testMessage) + "\n");
            }
            out.write("end\n");
        } catch (IOException e) {
            System.err.println("hindsight: the steps cannot be written: " + e.getMessage());
        }
    }

    /** Of each object a line with its name, how many parts have no room, and the parts: where they are, and what is there. */
    private void contents(Writer out, ObjectContents[] looked) throws IOException {
        for (int i = 0; looked != null && i < looked.length; i++) {
            ObjectContents contents = looked[i];
            if (contents != null) {
                StringBuilder line = new StringBuilder("content\t");
                line.append(name(contents.object())).append('\t').append(contents.left());
                for (int part = 0; part < contents.size(); part++) {
                    line.append('\t').append(key(contents, part));
                    line.append('\t').append(shown(contents.value(part)));
                }
                out.write(line.append('\n').toString());
            }
        }
    }

    private String key(ObjectContents contents, int part) {
        Object key = contents.key(part);
        if (!contents.isNamed() && key instanceof Integer) {
            return "[" + key + "]";
        }
        // The name of a field is a text, too; a key that is one is shown between quotes.
        boolean entry = contents.object().getClass().getClassLoader() == null && contents.isNamed();
        return entry || !(key instanceof String name) ? shown(key) : escape(name);
    }

    private static void line(Writer out, String word, long one, long two) throws IOException {
        out.write(word + "\t" + one + "\t" + two + "\n");
    }

    private void step(Writer out, StepLog log, long step) throws IOException {
        int thread = thread(out, log.thread(step));
        Object target = log.target(step);
        StringBuilder text = new StringBuilder("step\t");
        text.append(step)
                .append('\t')
                .append(thread)
                .append('\t')
                .append(log.site(step))
                .append('\t');
        text.append(log.place(step)).append('\t');
        if (log.site(step) < 0) {
            text.append(thread(out, (Thread) target)).append("\t\t\t\n");
        } else {
            text.append(target == null ? "" : name(target))
                    .append('\t')
                    .append(log.index(step))
                    .append('\t');
            text.append(log.number(step))
                    .append('\t')
                    .append(shown(log.value(step)))
                    .append('\n');
        }
        out.write(text.toString());
    }

    /** The number of a thread; the first time it is introduced. */
    private int thread(Writer out, Thread thread) throws IOException {
        int number = number(thread);
        if (introduced.put(thread, true) == null) {
            out.write("thread\t" + number + "\t" + escape(thread.getName()) + "\t" + name(thread) + "\n");
        }
        return number;
    }

    private int number(Object object) {
        Integer known = numbers.get(object);
        if (known == null) {
            known = numbers.size() + 1;
            numbers.put(object, known);
        }
        return known;
    }

    /** What an object is, and its number among those that are shown. */
    private String name(Object object) {
        if (object instanceof Class<?> itself) {
            return "Class:" + escape(itself.getName().replace('.', '/')) + "#" + number(object);
        }
        Class<?> type = object.getClass();
        String suffix = "";
        while (type.isArray()) {
            type = type.getComponentType();
            suffix += "[]";
        }
        return escape(type.getName()) + suffix + "#" + number(object);
    }

    private String shown(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String text) {
            return "\"" + escape(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text) + "\"";
        }
        if (value instanceof Number && value.getClass().getClassLoader() == null && value instanceof Comparable
                || value instanceof Boolean
                || value instanceof Character) {
            return escape(value.toString());
        }
        if (value instanceof Enum<?> constant) {
            return escape(constant.name()) + " " + name(value);
        }
        return name(value);
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            switch (each) {
                case '\t' -> escaped.append("\\t");
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\\' -> escaped.append("\\\\");
                default -> {
                    if (isHalf(text, i)) {
                        escaped.append("\\\\u").append(Integer.toHexString(each));
                    } else {
                        escaped.append(each);
                    }
                }
            }
        }
        return escaped.toString();
    }

    /** Whether a character is half of one, and the other half is missing: no file has that. */
    private static boolean isHalf(String text, int at) {
        char each = text.charAt(at);
        boolean paired = Character.isHighSurrogate(each)
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
        return Character.isSurrogate(each) && !paired;
    }
}
