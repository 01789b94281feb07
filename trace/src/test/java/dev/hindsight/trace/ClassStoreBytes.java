package dev.hindsight.trace;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Makes and mends the bytes of a store of classes. */
final class ClassStoreBytes {
    private static final int FIRST = 4;

    private ClassStoreBytes() {}

    /** A store with one entry. */
    static byte[] of(int kind, byte[] body) {
        return reseal(ByteBuffer.allocate(FIRST + ClassStoreWriter.HEADER_SIZE + body.length)
                .putInt(ClassStoreWriter.MAGIC)
                .put((byte) kind)
                .putInt(body.length)
                .putInt(0)
                .put(body)
                .array());
    }

    static int entryLength(byte[] file, int at) {
        return at == file.length
                ? 0
                : ClassStoreWriter.HEADER_SIZE + ByteBuffer.wrap(file).getInt(at + 1);
    }

    /** Makes the checksums right, as far as the entries can be followed. */
    static byte[] reseal(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        int at = FIRST;
        while (at <= file.length - ClassStoreWriter.HEADER_SIZE) {
            int length = bytes.getInt(at + 1);
            if (length < 0 || length > file.length - at - ClassStoreWriter.HEADER_SIZE) {
                break;
            }
            CRC32C crc = new CRC32C();
            crc.update(file, at + ClassStoreWriter.HEADER_SIZE, length);
            bytes.putInt(at + 5, (int) crc.getValue());
            at += ClassStoreWriter.HEADER_SIZE + length;
        }
        return file;
    }
}
