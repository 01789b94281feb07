// stdin: first\nsecond\nthird\n
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Child processes that have the streams of the program: they take its input and leave the rest to it. */
public class InheritedStreams {
    public static void main(String[] args) throws Exception {
        // A shell reads byte by byte where it cannot seek, so it takes one line and no more.
        Process all = new ProcessBuilder("/bin/sh", "-c", "read line; test \"$line\" = first && exit 7")
                .inheritIO()
                .start();
        System.out.println("exit code " + all.waitFor() + ", " + all.getInputStream().read() + " " + all.getErrorStream().read());
        Process input = new ProcessBuilder("/bin/sh", "-c", "read line; echo \"the child read $line\"")
                .redirectInput(ProcessBuilder.Redirect.INHERIT)
                .start();
        System.out.print(new String(input.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        System.out.println("exit code " + input.waitFor());
        System.out.println("left: " + new BufferedReader(new InputStreamReader(System.in)).readLine());
        Process silent = new ProcessBuilder("sleep", "100").inheritIO().start();
        System.out.println(silent.waitFor(20, TimeUnit.MILLISECONDS) + " " + silent.destroyForcibly().waitFor());
    }
}
