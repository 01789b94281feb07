package dev.hindsight.bench.subject;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles generated classes that are hard on type inference; the scale is the number of compilations. */
public final class Javac {
    private static final int CLASSES = 10;
    private static final int METHODS = 8;
    private static final String METHOD =
            """
              <T extends Comparable<T>> Map<T, List<Integer>> method%1$d(List<T> values, int limit) {
                int sum = limit;
                for (int i = 0; i < limit; i++) { sum += i * %1$d; if (sum %% 3 == 0) sum ^= i; }
                final int last = sum;
                return values.stream().sorted().collect(Collectors.toMap(
                    x -> x, x -> Arrays.asList(x.hashCode(), last), (a, b) -> a, TreeMap::new));
              }
            """;

    private Javac() {}

    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        CRC32 checksum = new CRC32();
        for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
            try (Scratch scratch = new Scratch("javac")) {
                List<String> options = List.of("-d", scratch.directory().toString(), "-proc:none");
                if (!compiler.getTask(null, null, null, options, null, sources(round))
                        .call()) {
                    throw new IllegalStateException("round " + round + " does not compile");
                }
                scratch.addTo(checksum);
            }
        }
        System.out.println("javac " + checksum.getValue());
    }

    private static List<JavaFileObject> sources(int round) {
        List<JavaFileObject> sources = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            String parent = i == 0 ? "Object" : name(round, (i - 1) / 2);
            StringBuilder text = new StringBuilder("import java.util.*; import java.util.stream.*;\nclass ")
                    .append(name(round, i) + " extends " + parent + " {\n");
            for (int method = 0; method < METHODS; method++) {
                text.append(String.format(METHOD, method));
            }
            sources.add(new Source(name(round, i), text.append("}\n").toString()));
        }
        return sources;
    }

    private static String name(int round, int i) {
        return "Class" + round + "x" + i;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
