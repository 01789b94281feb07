// same-as-plain
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;

/** Reads and writes a RandomAccessFile in all four modes. */
public class RandomAccess {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("table.txt", "r")) {
            System.out.println("length " + file.length());
            System.out.println("line " + file.readLine());
            System.out.println("pointer " + file.getFilePointer());
            file.seek(12);
            byte[] row = new byte[5];
            file.readFully(row);
            System.out.println("row " + new String(row));
            file.seek(file.length() - 3);
            System.out.println("tail " + file.read() + " " + Arrays.toString(new byte[] {file.readByte()}));
            System.out.println("skip " + file.skipBytes(100) + ", at end " + file.read());
            attempt("write to a file opened for reading", () -> file.write(1));
            attempt("shrink a file opened for reading", () -> file.setLength(1));
            attempt("negative seek", () -> file.seek(-1));
            file.seek(1_000_000);
            System.out.println("far away " + file.read() + " " + file.getFilePointer());
        }
        for (String mode : new String[] {"rw", "rws", "rwd"}) {
            try (RandomAccessFile file = new RandomAccessFile("made-" + mode, mode)) {
                file.writeInt(0xCAFEBABE);
                file.writeLong(Long.MIN_VALUE);
                file.writeDouble(Math.PI);
                file.writeUTF("h\u00e9llo");
                file.writeChars("chars");
                file.writeBoolean(true);
                System.out.println(mode + " length " + file.length());
                file.seek(0);
                System.out.println(Integer.toHexString(file.readInt()) + " " + file.readLong() + " " + file.readDouble()
                        + " " + file.readUTF() + " " + file.readChar());
                file.setLength(6);
                System.out.println("cut to " + file.length() + ", pointer " + file.getFilePointer());
                file.setLength(20);
                file.seek(0);
                byte[] all = new byte[20];
                file.readFully(all);
                System.out.println(Arrays.toString(all));
                attempt("past the end", () -> file.readFully(new byte[4]));
                attempt("int past the end", file::readInt);
            }
        }
        attempt("unknown mode", () -> new RandomAccessFile("table.txt", "w").close());
        attempt("missing", () -> new RandomAccessFile("missing", "r").close());
        attempt("directory", () -> new RandomAccessFile(".", "rw").close());
        attempt("after close", () -> {
            RandomAccessFile file = new RandomAccessFile("table.txt", "r");
            file.close();
            file.length();
        });
    }

    private static void attempt(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": no exception");
        } catch (EOFException e) {
            System.out.println(what + ": end of file");
            e.printStackTrace(System.out);
        } catch (Exception e) {
            System.out.println(what + ":");
            e.printStackTrace(System.out);
        }
    }
}
