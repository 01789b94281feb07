package dev.hindsight.bench.subject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import jflex.generator.LexGenerator;
import jflex.option.Options;

/** Generates scanners with many keywords and Unicode classes; the scale is their number. */
public final class Jflex {
    private static final int KEYWORDS = 300;
    private static final int SPREAD = 7919;
    private static final String HEAD = "%%\n%public\n%class Scanner\n%unicode\n%type int\n"
            + "Word = [:jletter:] [:jletterdigit:]*\n"
            + "Number = [0-9]+ (\".\" [0-9]+)? ([eE] [+-]? [0-9]+)?\n"
            + "Text = \\\" ([^\\\"\\\\] | \\\\ .)* \\\"\n"
            + "Remark = \"/*\" ~\"*/\"\n"
            + "%state INNER\n%%\n";
    private static final String TAIL = "{Word} { return 1; }\n{Number} { return 2; }\n{Text} { return 3; }\n"
            + "{Remark} { return 4; }\n<INNER> \"end\" { yybegin(YYINITIAL); }\n[^] { return 5; }\n";

    private Jflex() {}

    public static void main(String[] arguments) throws IOException {
        Options.verbose = false;
        Options.progress = false;
        CRC32 checksum = new CRC32();
        for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
            try (Scratch scratch = new Scratch("jflex")) {
                Path specification = Files.writeString(scratch.directory().resolve("scanner.flex"), text(round));
                new LexGenerator(specification.toFile()).generate();
                scratch.addTo(checksum);
            }
        }
        System.out.println("jflex " + checksum.getValue());
    }

    private static String text(int round) {
        StringBuilder text = new StringBuilder(HEAD);
        for (int i = 0; i < KEYWORDS; i++) {
            String word = Integer.toString(i * SPREAD + round, Character.MAX_RADIX);
            text.append("\"k")
                    .append(word)
                    .append("x\" { return ")
                    .append(i + 10)
                    .append("; }\n");
        }
        return text.append(TAIL).toString();
    }
}
