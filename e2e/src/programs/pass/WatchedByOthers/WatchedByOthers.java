import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static java.nio.file.StandardWatchEventKinds.OVERFLOW;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;

/** Watches directories in which another process makes, changes and removes files. */
public class WatchedByOthers {
    public static void main(String[] args) throws Exception {
        Path one = Files.createDirectory(Path.of("one"));
        Path two = Files.createDirectory(Path.of("two"));
        try (WatchService watcher = one.getFileSystem().newWatchService()) {
            one.register(watcher, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE);
            two.register(watcher, ENTRY_DELETE, ENTRY_CREATE);
            Process other = sh("touch one/made; echo line >> one/made; mv one/made two/moved; rm two/moved; touch one/last");
            int seen = awaitFile(watcher, "last");
            System.out.println("seen " + seen + ", exit code " + other.waitFor() + ", " + Files.exists(one.resolve("last")));
            Process slow = sh("sleep 0.1; date +%N > two/slow; sleep 0.1; rm two/slow; touch two/end");
            seen = awaitFile(watcher, "end");
            System.out.println("seen " + seen + ", exit code " + slow.waitFor());
            Process removing = sh("rm -r one");
            WatchKey gone = awaitInvalid(watcher);
            System.out.println(gone.watchable() + " is gone, exit code " + removing.waitFor());
        }
    }

    private static Process sh(String script) throws IOException {
        return new ProcessBuilder("/bin/sh", "-c", script).start();
    }

    private static int awaitFile(WatchService watcher, String last) throws InterruptedException {
        int seen = 0;
        boolean found = false;
        while (!found) {
            WatchKey key = next(watcher);
            for (WatchEvent<?> event : key.pollEvents()) {
                System.out.println(key.watchable() + " " + event.kind() + " " + event.context() + " " + event.count());
                seen++;
                found |= event.kind() == ENTRY_CREATE && event.context().toString().equals(last);
                if (event.kind() == OVERFLOW) {
                    throw new IllegalStateException("Too many events");
                }
            }
            key.reset();
        }
        return seen;
    }

    private static WatchKey awaitInvalid(WatchService watcher) throws InterruptedException {
        while (true) {
            WatchKey key = next(watcher);
            key.pollEvents().forEach(event -> System.out.println(event.kind() + " " + event.context()));
            if (!key.reset()) {
                return key;
            }
        }
    }

    private static WatchKey next(WatchService watcher) throws InterruptedException {
        WatchKey key = watcher.poll(10, TimeUnit.SECONDS);
        if (key == null) {
            throw new IllegalStateException("Nothing is seen of the other process");
        }
        return key;
    }
}
