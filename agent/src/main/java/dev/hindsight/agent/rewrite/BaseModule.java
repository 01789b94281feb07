package dev.hindsight.agent.rewrite;

import dev.hindsight.agent.patch.ClassPatcher;
import dev.hindsight.agent.patch.Unguarded;
import dev.hindsight.trace.NativeTable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Rewrites every class of the running JDK that calls a recorded native or has a spliced method. */
public final class BaseModule extends SimpleFileVisitor<Path> {
    private static final String BASE = "/modules/java.base";
    private static final String[] ROOTS = {
        BASE, "/modules/java.instrument/sun/instrument", "/modules/java.management/sun/management"
    };

    /** Not every run-time image has these. */
    private static final String[] OPTIONAL_ROOTS = {
        "/modules/java.prefs",
        "/modules/java.rmi/sun/rmi/transport",
        "/modules/java.security.jgss/sun/security/jgss/wrapper",
        "/modules/java.smartcardio/sun/security/smartcardio",
        "/modules/jdk.attach",
        "/modules/jdk.crypto.cryptoki/sun/security/pkcs11",
        "/modules/jdk.jfr/jdk/jfr/internal",
        "/modules/jdk.management",
        "/modules/jdk.management.agent",
        "/modules/jdk.net",
        "/modules/jdk.sctp/sun/nio/ch/sctp",
        "/modules/jdk.security.auth/com/sun/security/auth/module"
    };

    private final ClassPatcher patcher;
    private final JdkRewriter rewriter;
    private final Map<String, byte[]> rewritten = new HashMap<>();

    private final Map<String, byte[]> turns = new HashMap<>();
    private final Set<String> collections = new TreeSet<>();

    private BaseModule(NativeTable table, ClassPatcher patcher) {
        this.patcher = patcher;
        this.rewriter = new JdkRewriter(new NativeSites(table));
    }

    public static BaseModule rewrite(NativeTable table, ClassPatcher patcher) throws IOException {
        BaseModule module = new BaseModule(table, patcher);
        for (String root : ROOTS) {
            Files.walkFileTree(image().getPath(root), module);
        }
        for (String root : OPTIONAL_ROOTS) {
            if (Files.exists(image().getPath(root))) {
                Files.walkFileTree(image().getPath(root), module);
            }
        }
        return module;
    }

    /** The rewritten classes by internal name. */
    public Map<String, byte[]> rewritten() {
        return rewritten;
    }

    /** Those of the base module that are others, or rewritten at all, where threads take turns. */
    public Map<String, byte[]> turns() {
        return turns;
    }

    /** The names of the classes that are {@linkplain Unguarded#isCollection collections}. */
    public Set<String> collections() {
        return collections;
    }

    private static FileSystem image() {
        return FileSystems.getFileSystem(URI.create("jrt:/"));
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (file.toString().endsWith(".class") && !file.endsWith("module-info.class")) {
            String path = file.subpath(2, file.getNameCount()).toString();
            String name = path.substring(0, path.length() - ".class".length());
            byte[] original = Files.readAllBytes(file);
            byte[] patched = patcher.patchCalls(name, original, file.startsWith(BASE));
            byte[] content = patched == null ? original : patched;
            byte[] changed = rewriter.rewrite(name, content);
            if (changed != null || patched != null) {
                rewritten.put(name, changed == null ? patched : changed);
            }
            byte[] turning = file.startsWith(BASE) ? rewriter.rewriteForTurns(name, content) : null;
            if (turning != null) {
                turns.put(name, turning);
            }
            if (Unguarded.isCollection(name)) {
                collections.add(name);
            }
        }
        return FileVisitResult.CONTINUE;
    }
}
