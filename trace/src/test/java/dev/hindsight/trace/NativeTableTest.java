package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeTableTest {
    @Test
    void aRowIsTakenApart() throws CorruptRecordingException {
        NativeTable table = NativeTable.parse(
                """
                # comment
                class a.B as  c.D e.F

                  int  read(byte[],int) : by-call fd this.fd number 1 -> result bytes 0 1
                \tvoid close() :
                """);
        assertThat(table.rows())
                .containsExactly(
                        new NativeRow(
                                1,
                                "a.B",
                                List.of("c.D", "e.F"),
                                "read",
                                "int",
                                List.of("byte[]", "int"),
                                NativeRow.Treatment.BY_CALL,
                                List.of(
                                        new NativeRow.Item(NativeRow.Kind.FD, List.of("this.fd")),
                                        new NativeRow.Item(NativeRow.Kind.NUMBER, List.of("1"))),
                                List.of(
                                        new NativeRow.Item(NativeRow.Kind.RESULT, List.of()),
                                        new NativeRow.Item(NativeRow.Kind.BYTES, List.of("0", "1")))),
                        new NativeRow(
                                2,
                                "a.B",
                                List.of("c.D", "e.F"),
                                "close",
                                "void",
                                List.of(),
                                NativeRow.Treatment.IN_PLACE,
                                List.of(),
                                List.of()));
        assertThat(table.named("a.B", "close").id()).isEqualTo(2);
    }

    @Test
    void theBuiltInTableReadsAndItsTextIsKept() throws CorruptRecordingException {
        NativeTable table = NativeTable.current();
        assertThat(table.rows()).hasSizeGreaterThan(100);
        assertThat(NativeTable.parse(table.text()).rows()).isEqualTo(table.rows());
        for (NativeRow row : table.rows()) {
            assertThat(table.row(row.id())).isSameAs(row);
        }
    }

    /** One letter of another kind, and each start of a program takes milliseconds longer. */
    @Test
    void theBuiltInTableHasOnlyPlainLetters() {
        assertThat(NativeTable.current().text().chars()).allMatch(letter -> letter < 0x80);
    }

    @Test
    void anEmptyTableHasNoRows() throws CorruptRecordingException {
        assertThat(NativeTable.parse("").rows()).isEmpty();
        assertThatThrownBy(() -> NativeTable.parse("").row(1))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("no native has number 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense|line 3: a native outside a class",
                "class as|line 3: a class without a name",
                "class a.B~nonsense|line 4: not a native",
                "class a.B~  int read)( :|line 4: not a native",
                "class a.B~  int read : (x)|line 4: not a native",
                "class a.B~  read() :|line 4: not a native",
                "class a.B~  static int read() :|line 4: not a native",
                "class a.B~  int read() : -> resolt|line 4: an item of unknown kind",
                "class a.B~  int read() : 0 fd|line 4: an item of unknown kind",
                "class a.B~  int read() : fd 12345|line 4: an item of unknown kind",
                "class a.B~  int read() : fd 0 -> result -> fd 0|line 4: an item of unknown kind",
            })
    void anErrorNamesItsLine(String text, String message) {
        assertThatThrownBy(() -> NativeTable.parse("\n# comment\n" + text.replace('~', '\n')))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage(message);
    }

    @Test
    void aTableIsNotOfAnySize() {
        assertThatThrownBy(() -> NativeTable.parse("class A\n" + "int a() :\n".repeat(20_000)))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("line 16386: more than 16384 natives");
        assertThatThrownBy(() -> NativeTable.parse("class A\nint a() :" + " pointer".repeat(65)))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("line 2: more than 64 items");
    }
}
