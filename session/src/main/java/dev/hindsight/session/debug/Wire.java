package dev.hindsight.session.debug;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection that carries packets; any thread may send. */
final class Wire implements Closeable {
    private static final byte[] HANDSHAKE = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
    private static final int HANDSHAKE_MILLIS = 3_000;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    private Wire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /** The other end is a JVM, which waits to be greeted. */
    static Wire toTarget(Socket socket) throws IOException {
        Wire wire = new Wire(socket);
        wire.greet();
        wire.awaitGreeting();
        return wire;
    }

    /** The other end is a debugger, which greets. */
    static Wire toDebugger(Socket socket) throws IOException {
        Wire wire = new Wire(socket);
        try {
            wire.awaitGreeting();
            wire.greet();
            return wire;
        } catch (IOException e) {
            wire.close();
            throw e;
        }
    }

    private void greet() throws IOException {
        out.write(HANDSHAKE);
        out.flush();
    }

    private void awaitGreeting() throws IOException {
        socket.setSoTimeout(HANDSHAKE_MILLIS);
        for (byte expected : HANDSHAKE) {
            if (in.read() != expected) {
                throw new IOException("no Java debugger");
            }
        }
        socket.setSoTimeout(0);
    }

    Packet receive() throws IOException {
        return Packet.read(in);
    }

    synchronized void send(Packet packet) throws IOException {
        packet.write(out);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
