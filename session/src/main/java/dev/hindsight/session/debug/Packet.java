package dev.hindsight.session.debug;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One message of the Java Debug Wire Protocol.
 *
 * @param flags {@link #REPLY} or 0
 * @param code what is asked for, as {@link #code(int, int)}; of a reply, the error or 0
 */
record Packet(int id, int flags, int code, byte[] data) {
    static final int REPLY = 0x80;

    private static final int HEADER_BYTES = 11;
    private static final int MOST_BYTES = 1 << 28;

    /** A command with its set, in one number. */
    static int code(int set, int command) {
        return set << 8 | command;
    }

    static Packet command(int id, int code, byte[] data) {
        return new Packet(id, 0, code, data);
    }

    static Packet reply(int id, int error, byte[] data) {
        return new Packet(id, REPLY, error, data);
    }

    boolean isReply() {
        return (flags & REPLY) != 0;
    }

    boolean failed() {
        return isReply() && code != 0;
    }

    Packet withId(int other) {
        return new Packet(other, flags, code, data);
    }

    Packet withData(byte[] other) {
        return new Packet(id, flags, code, other);
    }

    ByteBuffer content() {
        return ByteBuffer.wrap(data);
    }

    static Packet read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < HEADER_BYTES || length > MOST_BYTES) {
            throw new IOException("a message of " + length + " bytes");
        }
        int id = in.readInt();
        int flags = in.readUnsignedByte();
        int code = in.readUnsignedShort();
        byte[] data = in.readNBytes(length - HEADER_BYTES);
        if (data.length < length - HEADER_BYTES) {
            throw new IOException("a message that ends early");
        }
        return new Packet(id, flags, code, data);
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(HEADER_BYTES + data.length);
        out.writeInt(id);
        out.writeByte(flags);
        out.writeShort(code);
        out.write(data);
        out.flush();
    }
}
