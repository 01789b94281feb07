package dev.hindsight.bench.baseline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file a baseline writes, chunk by chunk.
 *
 * <p>A chunk is: owner (4 bytes, big endian: a thread of Light, a location of LEAP), length of the payload (4), covered
 * (8: Light's log of the thread is complete up to this access), payload. A killed run leaves a last chunk that is too
 * short, to be ignored; every other chunk stands for itself.
 */
public final class LogFile {
    public static final int HEADER_BYTES = 16;

    private final FileChannel channel;

    LogFile(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    synchronized void append(int owner, long covered, VarBuffer payload) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        header.putInt(owner).putInt(payload.length()).putLong(covered).flip();
        try {
            write(header);
            write(payload.bytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the baseline cannot write its log", e);
        }
        payload.clear();
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
