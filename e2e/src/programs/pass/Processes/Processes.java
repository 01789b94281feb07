import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Other processes: what they print, read and return, redirected in all ways, ended, missing, waited for. */
public class Processes {
    public static void main(String[] args) throws Exception {
        output();
        input();
        redirected();
        ended();
        missing();
        onExit();
        pipeline();
    }

    private static void output() throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "echo out; echo err >&2; date +%N; exit 3").start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()));
                BufferedReader err = process.errorReader()) {
            System.out.println(out.readLine() + " " + err.readLine() + " " + out.readLine() + " " + out.readLine());
        }
        System.out.println("exit code " + process.waitFor() + ", pid " + process.pid() + ", " + process.isAlive());
        Process merged = new ProcessBuilder("sh", "-c", "echo one; echo two >&2; echo $NAME in $(pwd)")
                .redirectErrorStream(true)
                .directory(new File("/"))
                .start();
        System.out.print(new String(merged.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    private static void input() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sort", "-r");
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write("a\nc\nb\n".getBytes(StandardCharsets.UTF_8));
        }
        System.out.print(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        System.out.println("sorted: " + process.waitFor());
    }

    private static void redirected() throws Exception {
        Path file = Files.createTempFile("processes", ".txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "cat; echo again").redirectOutput(file.toFile());
        Process writer = builder.start();
        writer.outputWriter().append("typed\n").close();
        writer.waitFor();
        builder.redirectInput(file.toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        System.out.println(builder.start().waitFor() + " " + Files.readAllLines(file));
        Files.delete(file);
        System.out.flush();
    }

    private static void ended() throws Exception {
        Process process = new ProcessBuilder("sleep", "100").start();
        System.out.println("alive " + process.isAlive() + " " + process.waitFor(20, TimeUnit.MILLISECONDS));
        ProcessHandle handle = process.toHandle();
        System.out.println(handle.isAlive() + " " + handle.parent().isPresent() + " "
                + handle.info().command().isPresent());
        process.destroy();
        System.out.println("ended with " + process.waitFor() + ", alive " + handle.isAlive());
        Process forced = Runtime.getRuntime().exec(new String[] {"sleep", "100"});
        forced.destroyForcibly();
        System.out.println("ended with " + forced.waitFor());
    }

    private static void missing() {
        try {
            new ProcessBuilder("no-such-command-anywhere").start();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void onExit() throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "exit 7").start();
        int code = process.onExit().thenApply(Process::exitValue).get(20, TimeUnit.SECONDS);
        System.out.println("on exit " + code);
        Process other = new ProcessBuilder("true").start();
        System.out.println(other.toHandle().onExit().get().isAlive());
    }

    private static void pipeline() throws Exception {
        List<Process> all = ProcessBuilder.startPipeline(
                List.of(new ProcessBuilder("printf", "b\\na\\n"), new ProcessBuilder("sort"), new ProcessBuilder("wc", "-l")));
        Process last = all.get(all.size() - 1);
        System.out.println("lines " + new String(last.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        for (Process process : all) {
            System.out.println("ended with " + process.waitFor());
        }
    }
}
