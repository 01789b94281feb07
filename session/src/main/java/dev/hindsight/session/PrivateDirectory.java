package dev.hindsight.session;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/** Makes and removes directories that only their owner can look into. */
final class PrivateDirectory {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final int MOST_TRIES = 10;

    private PrivateDirectory() {}

    /** A new one below the temporary directory. The JDK would open a cryptographic generator for its name, which takes its time. */
    static Path temporary(String prefix) throws IOException, SessionException {
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        while (true) {
            String number = Long.toHexString(ProcessHandle.current().pid()) + "-" + Long.toHexString(System.nanoTime());
            try {
                return Files.createDirectory(parent.resolve(prefix + number), OWNER_ONLY);
            } catch (FileAlreadyExistsException e) {
                continue;
            } catch (FileSystemException e) {
                throw new SessionException(
                        SessionException.Reason.DIRECTORY,
                        "cannot work in the temporary directory '" + parent + "': " + reason(e));
            }
        }
    }

    /** Makes a directory unless it exists; false if it is, or may have been, in the hands of somebody else. */
    static boolean isOurs(Path directory) throws IOException {
        try {
            Files.createDirectory(directory, OWNER_ONLY);
            return true;
        } catch (FileAlreadyExistsException e) {
            PosixFileAttributes attributes =
                    Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isDirectory()
                    && attributes.permissions().equals(OWNER_ONLY.value())
                    && attributes.owner().getName().equals(System.getProperty("user.name"));
        }
    }

    /** Fails if there is something at the place for a recording, other than an empty directory. */
    static void requireFree(Path directory) throws SessionException {
        try {
            if (Files.exists(directory)) {
                checkEmpty(directory);
            }
        } catch (IOException e) {
            throw refusal(directory, reason(e));
        }
    }

    /** Makes the directory of a recording; one that exists must be empty. */
    static void forRecording(Path directory) throws SessionException {
        requireFree(directory);
        try {
            make(directory);
            if (!Files.isWritable(directory)) {
                throw refusal(directory, "it cannot be written to");
            }
        } catch (IOException e) {
            throw refusal(directory, reason(e));
        }
    }

    /** Another tool may remove a parent in which nothing is yet. */
    private static void make(Path directory) throws IOException {
        for (int left = MOST_TRIES; Files.notExists(directory); left--) {
            try {
                Files.createDirectories(directory, OWNER_ONLY);
            } catch (NoSuchFileException e) {
                if (left <= 1) {
                    throw e;
                }
            }
        }
    }

    private static void checkEmpty(Path directory) throws IOException, SessionException {
        if (!Files.isDirectory(directory)) {
            throw refusal(directory, "it is a file");
        }
        try (Stream<Path> entries = Files.list(directory)) {
            if (entries.findAny().isPresent()) {
                throw refusal(directory, "it exists and is not empty");
            }
        }
    }

    static SessionException refusal(Path directory, String why) {
        return new SessionException(
                SessionException.Reason.DIRECTORY,
                "cannot record into '" + directory + "': " + why + "; name another directory with -o");
    }

    /** The JDK's exceptions of files carry a file as their message and the reason in their type. */
    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException denied) {
            return "permission denied for '" + denied.getFile() + "'";
        }
        if (e instanceof FileAlreadyExistsException taken) {
            return "'" + taken.getFile() + "' is a file";
        }
        return e instanceof FileSystemException failure && failure.getReason() != null
                ? failure.getReason()
                : e instanceof NoSuchFileException ? "it cannot be made there" : "it cannot be made: " + e.getMessage();
    }

    /** Removes a directory if nothing is in it. */
    static void deleteEmpty(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            if (entries.findAny().isPresent()) {
                return;
            }
        }
        Files.delete(directory);
    }

    static void deleteIfExists(Path directory) throws IOException {
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            delete(directory);
        }
    }

    /** Removes a file, or a directory with all that is in it; links are removed, not followed. */
    static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
