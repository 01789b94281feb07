package dev.hindsight.bench.subject;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.sablecc.sablecc.SableCC;

/** Generates parsers for a grammar with many levels of precedence; the scale is their number. */
public final class Sablecc {
    private static final int LEVELS = 40;
    private static final int LETTERS = 26;

    private Sablecc() {}

    public static void main(String[] arguments) throws Exception {
        CRC32 checksum = new CRC32();
        for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
            try (Scratch scratch = new Scratch("sablecc")) {
                Path grammar = Files.writeString(scratch.directory().resolve("grammar.sablecc"), text(round));
                SableCC.processGrammar(grammar.toString(), scratch.directory().toString());
                scratch.addTo(checksum);
            }
        }
        System.out.println("sablecc " + checksum.getValue());
    }

    private static String text(int round) {
        StringBuilder text = new StringBuilder("Package generated;\nTokens\n");
        text.append(" number = ['0'..'9']+; open = '('; close = ')'; blank = ' '+;\n");
        for (int i = 0; i < LEVELS; i++) {
            text.append(String.format(" operator%s = 'k%d_%d';%n", letters(i), i, round));
        }
        text.append("Ignored Tokens blank;\nProductions\n");
        for (int i = 0; i < LEVELS; i++) {
            String here = letters(i);
            String next = letters(i + 1);
            text.append(String.format(
                    " level%1$s = {binary} level%1$s operator%1$s level%2$s | {next} level%2$s;%n", here, next));
        }
        String last = letters(LEVELS);
        text.append(String.format(" level%s = {number} number | {nested} open level%s close;%n", last, letters(0)));
        return text.toString();
    }

    /** A name of two letters: the generator takes no digits. */
    private static String letters(int i) {
        return "" + (char) ('a' + i / LETTERS) + (char) ('a' + i % LETTERS);
    }
}
