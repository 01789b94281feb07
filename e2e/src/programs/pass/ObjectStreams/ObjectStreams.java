import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Serialises a graph with cycles, enums, records and hash sets, and reads it back. */
public class ObjectStreams {
    enum Colour {
        RED,
        GREEN
    }

    record Point(int x, int y) implements Serializable {}

    static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        final String name;
        final List<Node> next = new ArrayList<>();
        final transient Object lost = new Object();
        Object value;

        Node(String name) {
            this.name = name;
        }
    }

    public static void main(String[] args) throws Exception {
        Node first = new Node("first");
        Node second = new Node("second");
        first.next.add(second);
        second.next.add(first);
        first.value = new HashMap<>(Map.of(Colour.RED, new Point(1, 2), Colour.GREEN, new Point(3, 4)));
        second.value = new HashSet<>(Set.of(Instant.now(), 42, "text", 3.5));
        try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream("graph.bin"))) {
            out.writeObject(first);
            out.writeInt(7);
            out.writeUTF("tail");
            out.writeObject(new int[][] {{1}, {2, 3}});
        }
        System.out.println(Files.size(Path.of("graph.bin")));
        try (ObjectInputStream in = new ObjectInputStream(new FileInputStream("graph.bin"))) {
            Node read = (Node) in.readObject();
            System.out.println(read.name + " " + read.next.get(0).name + " "
                    + (read.next.get(0).next.get(0) == read));
            System.out.println(read.value + " " + read.next.get(0).value + " " + read.lost);
            System.out.println(in.readInt() + " " + in.readUTF() + " " + ((int[][]) in.readObject())[1][1]);
            in.readObject();
        } catch (EOFException e) {
            e.printStackTrace(System.out);
        }
        try (ObjectInputStream in = new ObjectInputStream(new FileInputStream("graph.bin"))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("!ObjectStreams$Node"));
            in.readObject();
        } catch (InvalidClassException e) {
            e.printStackTrace(System.out);
        }
        try (ObjectInputStream in = new ObjectInputStream(new FileInputStream("text.txt"))) {
            in.readObject();
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
    }
}
