import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.concurrent.TimeUnit;

/** Watches a directory while files come, change and go. */
public class WatchedDirectory {
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("watched");
        Path file = directory.resolve("file");
        try (WatchService watcher = directory.getFileSystem().newWatchService()) {
            WatchKey key = directory.register(watcher, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE);
            System.out.println("nothing yet: " + watcher.poll());
            Files.writeString(file, "one");
            show(watcher);
            Files.delete(file);
            show(watcher);
            key.cancel();
            System.out.println("valid " + key.isValid());
            Files.delete(directory);
        }
        closed();
    }

    private static void show(WatchService watcher) throws InterruptedException {
        WatchKey key = watcher.poll(10, TimeUnit.SECONDS);
        for (WatchEvent<?> event : key.pollEvents()) {
            System.out.println(event.kind() + " " + event.context() + " " + event.count());
        }
        key.reset();
    }

    private static void closed() throws IOException, InterruptedException {
        WatchService watcher = Path.of(".").getFileSystem().newWatchService();
        Thread closer = new Thread(() -> {
            try {
                Thread.sleep(50);
                watcher.close();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        closer.start();
        try {
            watcher.take();
        } catch (ClosedWatchServiceException e) {
            System.out.println(e);
        }
        closer.join();
    }
}
