// jvm: -Djava.util.prefs.userRoot=.
import java.util.Arrays;
import java.util.prefs.BackingStoreException;
import java.util.prefs.Preferences;

/** Preferences of the user: read, written, flushed to their files and read again. */
public class UserPreferences {
    public static void main(String[] args) throws BackingStoreException {
        Preferences node = Preferences.userRoot().node("hindsight/test");
        System.out.println(node.get("colour", "none") + " " + node.getInt("size", -1));
        node.put("colour", "green " + System.nanoTime());
        node.putInt("size", 3);
        node.putByteArray("bytes", new byte[] {1, 2, 3});
        node.flush();
        node.sync();
        System.out.println(node.get("colour", "none") + " " + node.getInt("size", -1));
        System.out.println(Arrays.toString(node.keys()) + " " + node.absolutePath() + " " + node.isUserNode());
        node.removeNode();
        Preferences.userRoot().flush();
        System.out.println(Preferences.userRoot().nodeExists("hindsight/test"));
    }
}
