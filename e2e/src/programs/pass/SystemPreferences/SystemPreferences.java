// jvm: -Djava.util.prefs.systemRoot=. -Djava.util.prefs.userRoot=.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.prefs.NodeChangeEvent;
import java.util.prefs.NodeChangeListener;
import java.util.prefs.Preferences;
import java.util.stream.Stream;

/** Preferences of the system: written, told to listeners, exported, imported, and found in their files. */
public class SystemPreferences {
    public static void main(String[] args) throws Exception {
        // Without it, the JDK's own directory is taken.
        Files.createDirectory(Path.of(".systemPrefs"));
        Preferences root = Preferences.systemRoot();
        Preferences node = root.node("hindsight/test");
        CountDownLatch told = new CountDownLatch(3);
        node.addPreferenceChangeListener(change -> {
            System.out.println("changed " + change.getKey() + " to " + change.getNewValue());
            told.countDown();
        });
        node.addNodeChangeListener(new NodeChangeListener() {
            @Override
            public void childAdded(NodeChangeEvent change) {
                System.out.println("added " + change.getChild());
                told.countDown();
            }

            @Override
            public void childRemoved(NodeChangeEvent change) {
                System.out.println("removed " + change.getChild());
            }
        });
        System.out.println(node + " " + node.isUserNode() + " " + node.get("colour", "none"));
        node.put("colour", "green " + System.nanoTime());
        node.node("child").putDouble("size", 1.5);
        node.remove("colour");
        System.out.println("told " + told.await(10, TimeUnit.SECONDS));
        node.putLong("at", System.currentTimeMillis());
        root.flush();
        root.sync();
        if (node.getLong("at", 0) == 0 || !Preferences.userRoot().node("hindsight/test").get("at", "not there").equals("not there")) {
            throw new IllegalStateException("What belongs to the system is not with it");
        }
        ByteArrayOutputStream exported = new ByteArrayOutputStream();
        node.exportSubtree(exported);
        System.out.println(exported.toString("UTF-8").lines().filter(line -> line.contains("entry")).toList());
        node.removeNode();
        System.out.println(root.nodeExists("hindsight/test"));
        Preferences.importPreferences(new ByteArrayInputStream(exported.toByteArray()));
        System.out.println(Arrays.toString(root.node("hindsight/test").childrenNames()) + " "
                + root.node("hindsight/test").get("at", "none"));
        root.flush();
        try (Stream<Path> files = Files.walk(Path.of(".systemPrefs"))) {
            files.sorted().forEach(System.out::println);
        }
    }
}
