import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Pages greet a user who is logged in, and who logs out and in again while they do. */
public class Sessions {
    private static final int TIMES = 200;

    private final Map<String, String> names = new ConcurrentHashMap<>();

    public static void main(String[] args) {
        Sessions sessions = new Sessions();
        new Thread(sessions::showPages, "pages").start();
        new Thread(sessions::comeAndGo, "visitor").start();
    }

    private void showPages() {
        for (int page = 0; page < TIMES; page++) {
            greeting("ada");
        }
    }

    private String greeting(String user) {
        if (names.containsKey(user)) {
            return "Welcome back, " + names.get(user).toUpperCase();
        }
        return "Please log in";
    }

    private void comeAndGo() {
        for (int visit = 0; visit < TIMES; visit++) {
            names.put("ada", "Ada Lovelace");
            names.remove("ada");
        }
    }
}
