package dev.hindsight.app.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * One page that holds all it needs.
 *
 * <p>The browser is told to run and apply only our own script and style, by their fingerprints, and to load nothing: even if a
 * recorded text became markup, it could do nothing.
 */
public final class Page {
    /** Stands near the beginning of each such page and of nothing else. */
    public static final String SIGN = "<meta name=\"generator\" content=\"hindsight report\">";

    private final String head;
    private final String tail;

    public Page() throws IOException {
        String style = resource("report.css");
        String script = resource("report.js");
        String policy = "default-src 'none'; base-uri 'none'; form-action 'none'; script-src '" + fingerprint(script)
                + "'; style-src '" + fingerprint(style) + "'";
        String page = resource("report.html")
                .replace("@SIGN@", SIGN)
                .replace("@POLICY@", policy)
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script);
        int at = page.indexOf("@DATA@");
        this.head = page.substring(0, at);
        this.tail = page.substring(at + "@DATA@".length());
    }

    public void write(PageData data, Writer out) throws IOException {
        out.write(head);
        new PageJson(out).write(data.json());
        out.write(tail);
    }

    private static String fingerprint(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
