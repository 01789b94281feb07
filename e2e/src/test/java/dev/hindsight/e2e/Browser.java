package dev.hindsight.e2e;

import dev.hindsight.trace.Json;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real browser without a window, driven over its debug protocol. */
final class Browser implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on ws://([^/\\s]+)/");
    private static final int ANSWER_SECONDS = 60;

    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<Long, CompletableFuture<Map<String, Object>>> asked = new ConcurrentHashMap<>();
    private final WebSocket socket;
    private long messages;

    private Browser(Process process, Path log) throws Exception {
        this.process = process;
        String host = Workbench.await(() -> host(log), "the browser");
        String page = Workbench.await(() -> page(host), "the browser's page");
        this.socket = client.newWebSocketBuilder()
                .buildAsync(URI.create(page), new Answers())
                .get(ANSWER_SECONDS, TimeUnit.SECONDS);
        ask("Page.enable", Map.of());
    }

    /** One that is installed; empty, which is said, if there is none. */
    static Optional<Path> installed() {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            for (String name : NAMES) {
                Path program = Path.of(directory, name);
                if (Files.isExecutable(program)) {
                    return Optional.of(program);
                }
            }
        }
        System.out.println("No browser in PATH, of " + String.join(", ", NAMES) + ": reports are not looked at");
        return Optional.empty();
    }

    /** @param scratch a directory for what it keeps */
    static Browser start(Path program, Path scratch) throws Exception {
        Path log = Files.createDirectories(scratch).resolve("browser.err");
        ProcessBuilder builder = new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--window-size=1280,800",
                "--remote-debugging-port=0",
                "--user-data-dir=" + scratch.resolve("profile"),
                "about:blank");
        builder.environment().put("TMPDIR", scratch.toString());
        Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(log.toFile())
                .start();
        try {
            return new Browser(process, log);
        } catch (Exception e) {
            end(process);
            throw e;
        }
    }

    private static Optional<String> host(Path log) {
        Matcher matcher = LISTENING.matcher(Workbench.read(log));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private Optional<String> page(String host) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + host + "/json/list"))
                    .build();
            String answer =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            for (Object each : (List<?>) Json.parse(answer)) {
                if (each instanceof Map<?, ?> target && "page".equals(target.get("type"))) {
                    return Optional.of((String) target.get("webSocketDebuggerUrl"));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Messages may come in parts. */
    private final class Answers implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                answered(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private void answered(String text) {
        try {
            Map<String, Object> answer = Json.parseObject(text);
            if (answer.get("id") instanceof Long id) {
                asked.remove(id).complete(answer);
            }
        } catch (IOException e) {
            asked.values().forEach(each -> each.completeExceptionally(e));
        }
    }

    private Map<String, Object> ask(String method, Map<String, Object> parameters) throws Exception {
        long id = ++messages;
        CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
        asked.put(id, answer);
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("id", id);
        message.put("method", method);
        message.put("params", parameters);
        socket.sendText(Json.write(message), true).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        Map<String, Object> got = answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        if (got.containsKey("error")) {
            throw new IllegalStateException(method + ": " + got.get("error"));
        }
        return got;
    }

    /** Shows a page and waits until it says that it is ready, or that it is not. */
    void open(Path page) throws Exception {
        ask("Page.navigate", Map.of("url", page.toUri().toString()));
        Workbench.await(this::state, "the page to be drawn");
    }

    private Optional<String> state() {
        try {
            return Optional.of(text("String(document.documentElement.dataset.state)"))
                    .filter(state -> !state.equals("undefined"));
        } catch (Exception e) {
            // The page before may be on its way out.
            return Optional.empty();
        }
    }

    /** What an expression in the page amounts to: a text, a number or a truth value. */
    Object evaluate(String expression) throws Exception {
        Map<String, Object> answer =
                ask("Runtime.evaluate", Map.of("expression", expression, "returnByValue", Boolean.TRUE));
        Map<?, ?> result = (Map<?, ?>) answer.get("result");
        if (result.containsKey("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
        }
        return ((Map<?, ?>) result.get("result")).get("value");
    }

    String text(String expression) throws Exception {
        return String.valueOf(evaluate(expression));
    }

    void click(long x, long y) throws Exception {
        for (String type : List.of("mousePressed", "mouseReleased")) {
            ask("Input.dispatchMouseEvent", Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1L));
        }
    }

    void wheel(long x, long y, long delta, long modifiers) throws Exception {
        ask(
                "Input.dispatchMouseEvent",
                Map.of("type", "mouseWheel", "x", x, "y", y, "deltaX", 0L, "deltaY", delta, "modifiers", modifiers));
    }

    void press(String key) throws Exception {
        ask("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key));
        ask("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    void type(String text) throws Exception {
        ask("Input.insertText", Map.of("text", text));
    }

    @Override
    public void close() {
        socket.abort();
        end(process);
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly()
                .onExit()
                .orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
