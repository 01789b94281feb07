import java.io.BufferedReader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Processes of processes: listed, asked about, forced to end, and waited for by their handles. */
public class ProcessTrees {
    public static void main(String[] args) throws Exception {
        ProcessHandle own = ProcessHandle.current();
        System.out.println("all " + ProcessHandle.allProcesses().map(ProcessHandle::pid).toList());
        System.out.println("children " + pids(own.children().toList()) + ", parent " + own.parent().map(ProcessHandle::pid));
        Process shell = new ProcessBuilder("/bin/sh", "-c", "sleep 100 & sleep 100 & echo $$ $!; wait").start();
        BufferedReader out = shell.inputReader();
        String[] told = out.readLine().split(" ");
        List<ProcessHandle> below = own.descendants().toList();
        System.out.println("told " + String.join(" ", told) + ", below " + pids(below));
        require(Long.parseLong(told[0]) == shell.pid() && below.size() == 3, "three processes are below this one");
        require(pids(below).contains(told[1]), "the last one is among them");
        require(shell.descendants().count() == 2 && own.children().count() == 1, "two of them are below the shell");
        for (ProcessHandle each : below) {
            ProcessHandle.Info about = each.info();
            System.out.println(each.pid() + " " + about.command() + " " + about.arguments().map(List::of) + " " + about.user()
                    + " " + about.startInstant() + " " + about.totalCpuDuration() + " " + each.supportsNormalTermination());
        }
        ended(own, shell, below);
    }

    private static void ended(ProcessHandle own, Process shell, List<ProcessHandle> below) throws Exception {
        ProcessHandle last = shell.descendants().reduce((first, second) -> second).orElseThrow();
        CompletableFuture<ProcessHandle> exit = last.onExit();
        System.out.println("done " + exit.isDone() + ", forced " + last.destroyForcibly());
        System.out.println(exit.get(20, TimeUnit.SECONDS).equals(last) + " " + last.isAlive());
        CompletableFuture<String> shellEnds = shell.toHandle()
                .onExit()
                .thenApply(handle -> handle.pid() + " ended at " + System.nanoTime());
        CompletableFuture<Integer> code = shell.onExit().thenApply(Process::exitValue);
        List<ProcessHandle> rest = shell.descendants().filter(ProcessHandle::isAlive).toList();
        System.out.println("forced " + shell.toHandle().destroyForcibly());
        System.out.println(shellEnds.get(20, TimeUnit.SECONDS) + ", exit code " + code.get(20, TimeUnit.SECONDS));
        for (ProcessHandle each : rest) {
            each.destroyForcibly();
            System.out.println(each.onExit().get(20, TimeUnit.SECONDS).pid() + " " + each.isAlive());
        }
        require(below.stream().noneMatch(ProcessHandle::isAlive), "none of them is left");
        require(own.children().findAny().isEmpty(), "this process has no children");
        System.out.println(ProcessHandle.of(shell.pid()).isPresent() + " " + shell.toHandle().destroyForcibly());
    }

    private static String pids(List<ProcessHandle> handles) {
        return handles.stream().map(handle -> String.valueOf(handle.pid())).collect(Collectors.joining(" "));
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("Not so: " + what);
        }
    }
}
