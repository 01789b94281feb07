package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventReaderTest {
    private static final String ROWS =
            """
            class a.A
              long clock() : -> result
              void open(String) : text 0 -> fd this.fd
              int read(byte[],int,int) : fd this.fd number 2 -> result bytes 0 1
              void write(byte[],int,int) : fd this.fd data 0 1 2
              long writev(FileDescriptor,long,int) : fd 0 vector 1 2 -> result
              String[] list(File) : file 0 -> result
              byte[][] environ() : -> result
              void stat(long,Attributes) : path 0 -> fields 1
              void init(long[]) : pointer 0 -> longs 0
              long map(int,long) : number 0 -> mapping 1
              void close() : ifd 0
              byte[] cwd() : -> result
              int odd(byte[]) : -> bytes 0 1
            """;
    private static final int CLOCK = 1;
    private static final int OPEN = 2;
    private static final int READ = 3;
    private static final int WRITE = 4;
    private static final int WRITEV = 5;
    private static final int LIST = 6;
    private static final int ENVIRON = 7;
    private static final int STAT = 8;
    private static final int INIT = 9;
    private static final int MAP = 10;
    private static final int CLOSE = 11;
    private static final int CWD = 12;
    private static final int ODD = 13;

    private final EventBytes bytes = new EventBytes();

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private EventReader reader(int chunk) throws IOException {
        return new EventReader(LogBytes.input(LogBytes.of(bytes.toBytes(), chunk)), NativeTable.parse(ROWS));
    }

    private static List<Event> all(EventReader reader) throws IOException {
        List<Event> events = new ArrayList<>();
        for (Event event = reader.next(); event != null; event = reader.next()) {
            events.add(event);
        }
        return events;
    }

    private Event only() throws IOException {
        List<Event> events = all(reader(3));
        assertThat(events).hasSize(1);
        return events.get(0);
    }

    private void isCorrupt(String message) {
        assertThatThrownBy(() -> all(reader(1000)))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage(message);
    }

    @Test
    void aResultIsRead() throws IOException {
        bytes.length(CLOCK).length(0).number(-42);
        Event event = only();
        assertThat(event.row().name()).isEqualTo("clock");
        assertThat(event.outcome()).isEqualTo(Event.Outcome.RETURNED);
        assertThat(event.order()).isZero();
        assertThat(event.in()).isEmpty();
        assertThat(event.out()).containsExactly(-42L);
    }

    @Test
    void orderCountsTheGapsThatOtherThreadsLeave() throws IOException {
        bytes.length(CLOCK).length(EventReader.GAP).length(5).number(1);
        bytes.length(CLOCK).length(0).number(2);
        bytes.length(CLOCK)
                .length(EventReader.GAP | EventReader.HASHED)
                .length(300)
                .length(200)
                .number(3);
        assertThat(all(reader(4)))
                .extracting(Event::index, Event::order, event -> event.out().get(0))
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(0L, 5L, 1L),
                        org.assertj.core.groups.Tuple.tuple(1L, 6L, 2L),
                        org.assertj.core.groups.Tuple.tuple(2L, 307L, 3L));
    }

    @Test
    void textsAndDescriptorsAreRead() throws IOException {
        bytes.length(OPEN).text("/tmp/ü").length(0).number(7);
        Event event = only();
        assertThat(event.in()).containsExactly("/tmp/ü");
        assertThat(event.out()).containsExactly(7L);
    }

    @Test
    void whatWasThrownIsNamed() throws IOException {
        bytes.length(OPEN)
                .text("x")
                .length(EventReader.THREW)
                .length(1)
                .text("no such file")
                .number(2);
        bytes.length(OPEN)
                .text("x")
                .length(EventReader.THREW)
                .length(0)
                .text(null)
                .number(0);
        assertThat(all(reader(5)))
                .extracting(Event::thrown)
                .containsExactly("java.io.FileNotFoundException: no such file", "java.io.IOException");
    }

    @Test
    void asManyBytesAreReadAsTheResultSays() throws IOException {
        bytes.length(READ).number(3).number(100).length(0).number(5).bytes(ascii("hello"));
        bytes.length(READ).number(3).number(100).length(0).number(-1);
        List<Event> events = all(reader(2));
        assertThat(payload(events.get(0).out().get(1)).bytes()).isEqualTo(ascii("hello"));
        assertThat(payload(events.get(1).out().get(1)).length()).isZero();
    }

    @Test
    void theResultOfAnEarlierEventIsForgotten() throws IOException {
        bytes.length(READ).number(3).number(100).length(0).number(2).bytes(ascii("ab"));
        bytes.length(ODD).length(0);
        bytes.length(CLOCK).length(0).number(9);
        List<Event> events = all(reader(100));
        assertThat(payload(events.get(1).out().get(0)).length()).isZero();
        assertThat(events.get(2).out()).containsExactly(9L);
    }

    @Test
    void longDataIsItsBeginningAndAFingerprint() throws IOException {
        byte[] start = new byte[EventReader.WHOLE];
        Arrays.fill(start, (byte) 'x');
        bytes.length(WRITE).number(1).length(1000 << 1).bytes(start).raw(1, 2, 3, 4, 5, 6, 7, 8);
        bytes.length(0);
        Event.Payload payload = payload(only().in().get(1));
        assertThat(payload.bytes()).isEqualTo(start);
        assertThat(payload.length()).isEqualTo(1000);
        assertThat(payload.complete()).isFalse();
        assertThat(payload.fingerprint()).isEqualTo(0x0807060504030201L);
    }

    @Test
    void vectorsAreReadBufferByBuffer() throws IOException {
        bytes.length(WRITEV)
                .number(4)
                .number(2)
                .data(ascii("ab"))
                .data(ascii("cde"))
                .length(0)
                .number(5);
        bytes.length(WRITEV).number(4).number(-1).length(0).number(0);
        List<Event> events = all(reader(3));
        assertThat((List<?>) events.get(0).in().get(1)).hasSize(2);
        assertThat((List<?>) events.get(1).in().get(1)).isEmpty();
    }

    @Test
    void listsAreRead() throws IOException {
        bytes.length(LIST).text("/").length(0).length(3).text("a").text(null);
        bytes.length(LIST).text("/").length(0).length(0);
        bytes.length(ENVIRON).length(0).length(2).byteArray(ascii("A=ü"));
        bytes.length(STAT).byteArray(ascii("/etc")).length(0);
        bytes.length(3).raw(0).number(-5).raw(1).byteArray(ascii("n")).raw(1).byteArray(null);
        bytes.length(INIT).length(0).length(2).number(Long.MIN_VALUE).number(Long.MAX_VALUE);
        bytes.length(CWD).length(0).byteArray(ascii("/home"));
        List<Event> events = all(reader(7));
        assertThat(events.get(0).out().get(0)).isEqualTo(Arrays.asList("a", null));
        assertThat(events.get(1).out().get(0)).isNull();
        assertThat(events.get(2).out().get(0)).isEqualTo(List.of("A=ü"));
        assertThat(events.get(3).in()).containsExactly("/etc");
        assertThat(events.get(3).out().get(0)).isEqualTo(Arrays.asList(-5L, "n", null));
        assertThat(events.get(4).in()).isEmpty();
        assertThat(events.get(4).out().get(0)).isEqualTo(List.of(Long.MIN_VALUE, Long.MAX_VALUE));
        assertThat(events.get(5).out()).containsExactly("/home");
    }

    @Test
    void mappedBytesAreRead() throws IOException {
        bytes.length(MAP).number(1).length(0).number(4096).length(3).bytes(ascii("map"));
        assertThat(payload(only().out().get(0)).bytes()).isEqualTo(ascii("map"));
    }

    @Test
    void ofAnEnormousTransferTheBeginningIsKept() throws IOException {
        bytes.length(MAP).number(1).length(0).number(4096).length(9).bytes(ascii("enormous!"));
        bytes.length(WRITE).number(1).data(ascii("enormous!")).length(0);
        bytes.length(CLOCK).length(0).number(9);
        EventReader reader =
                new EventReader(LogBytes.input(LogBytes.of(bytes.toBytes(), 4)), NativeTable.parse(ROWS), 5);
        List<Event> events = all(reader);
        for (Object item :
                List.of(events.get(0).out().get(0), events.get(1).in().get(1))) {
            assertThat(payload(item).bytes()).isEqualTo(ascii("enorm"));
            assertThat(payload(item).length()).isEqualTo(9);
            assertThat(payload(item).complete()).isFalse();
        }
        assertThat(events.get(2).out()).containsExactly(9L);
    }

    @Test
    void aRecordingThatEndsWithinAnEventShowsItUnderWay() throws IOException {
        byte[] event = new EventBytes()
                .length(READ)
                .number(3)
                .number(100)
                .length(EventReader.GAP)
                .length(9)
                .number(3)
                .bytes(ascii("abc"))
                .toBytes();
        for (int length = 1; length < event.length; length++) {
            EventReader reader = new EventReader(
                    LogBytes.input(LogBytes.uncompressed(Arrays.copyOf(event, length))), NativeTable.parse(ROWS));
            Event first = reader.next();
            assertThat(first.outcome()).isEqualTo(Event.Outcome.UNDER_WAY);
            assertThat(first.order()).isEqualTo(-1);
            assertThat(first.in()).hasSizeLessThanOrEqualTo(2);
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void aRecordingThatEndsWithinTheNumberOfARowEndsBeforeIt() throws IOException {
        bytes.length(CLOCK).length(0).number(1).raw(0x81);
        assertThat(all(reader(100))).hasSize(1);
    }

    @Test
    void anEventThatLetOthersRunTakesTwoPlaces() throws IOException {
        bytes.length(CLOCK)
                .length(EventReader.LEFT | EventReader.GAP)
                .length(5)
                .length(EventReader.STOPPED)
                .number(77)
                .length(EventReader.GAP)
                .length(3)
                .number(1);
        bytes.length(CLOCK).length(EventReader.LEFT).length(EventReader.STOPPED).number(77);
        assertThat(all(reader(4)))
                .extracting(Event::order, Event::outcome)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(9L, Event.Outcome.RETURNED),
                        org.assertj.core.groups.Tuple.tuple(-1L, Event.Outcome.UNDER_WAY));
    }

    @Test
    void numbersThatNoRecorderWritesAreRefused() {
        bytes.length(CLOCK).length(17);
        isCorrupt("no event has status 17");
    }

    @Test
    void aStatusIsNotCutToItsLowBits() {
        bytes.length(CLOCK).length(1L << 32).number(1);
        isCorrupt("no event has status 4294967296");
    }

    @Test
    void rowsThatDoNotExistAreRefused() {
        bytes.length(14);
        isCorrupt("no native has number 14");
    }

    @Test
    void rowNumbersAreNotCutToTheirLowBits() {
        bytes.length(1L << 63 | CLOCK).length(0).number(1);
        isCorrupt("a length of " + (1L << 63 | CLOCK) + " is not believable");
    }

    @Test
    void kindsOfThrowablesAreNotCutToTheirLowBits() {
        bytes.length(CLOCK)
                .length(EventReader.THREW)
                .length(1L << 32)
                .text(null)
                .number(0);
        isCorrupt("a length of 4294967296 is not believable");
    }

    @Test
    void gapsThatOverflowAreRefused() {
        bytes.length(CLOCK).length(EventReader.GAP).length(Long.MAX_VALUE - 1).number(1);
        bytes.length(CLOCK).length(EventReader.GAP).length(1).number(1);
        isCorrupt("a gap of 1 events is not believable");
    }

    @Test
    void negativeGapsAreRefused() {
        bytes.length(CLOCK).length(EventReader.GAP).length(-3).number(1);
        isCorrupt("a gap of -3 events is not believable");
    }

    @Test
    void vectorsBeyondBeliefAreRefused() {
        bytes.length(WRITEV).number(4).number(1L << 40);
        isCorrupt("a vector of " + (1L << 40) + " buffers is not believable");
    }

    @Test
    void negativeLengthsOfMappingsAreRefused() {
        bytes.length(MAP).number(1).length(0).number(1).length(-1);
        isCorrupt("a length of -1 is not believable");
    }

    @Test
    void countsThatAreNotThereMakeNoRoom() throws IOException {
        for (int row : new int[] {LIST, ENVIRON, INIT, STAT}) {
            EventBytes event = new EventBytes().length(row);
            if (row == LIST) {
                event.text("");
            } else if (row == STAT) {
                event.byteArray(null);
            }
            byte[] log =
                    LogBytes.of(event.length(0).length(EventInput.MAX_LENGTH).toBytes(), 100);
            Event read = new EventReader(LogBytes.input(log), NativeTable.parse(ROWS)).next();
            assertThat(read.outcome()).isEqualTo(Event.Outcome.UNDER_WAY);
        }
        bytes.length(READ).number(3).number(1).length(0).number(Long.MAX_VALUE).raw(1);
        assertThat(only().outcome()).isEqualTo(Event.Outcome.UNDER_WAY);
    }

    @Test
    void anItemInTheWrongPlaceIsRefused() throws IOException {
        NativeTable table = NativeTable.parse("class A\n  void a() : handle -> result\n  void b() : -> text 0");
        assertThatThrownBy(
                        () -> new EventReader(LogBytes.input(LogBytes.uncompressed(new byte[] {1, 0})), table).next())
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("HANDLE cannot go in");
        assertThatThrownBy(
                        () -> new EventReader(LogBytes.input(LogBytes.uncompressed(new byte[] {2, 0})), table).next())
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("TEXT cannot come out");
    }

    @Test
    void everyRowOfTheTableCanBeRead() throws IOException {
        NativeTable table = NativeTable.current();
        for (NativeRow row : table.rows()) {
            byte[] zeros = Arrays.copyOf(new EventBytes().length(row.id()).toBytes(), 64);
            Event event = new EventReader(LogBytes.input(LogBytes.uncompressed(zeros)), table).next();
            assertThat(event.row()).isEqualTo(row);
            assertThat(event.outcome()).isEqualTo(Event.Outcome.RETURNED);
        }
        bytes.length(CLOSE).number(1).length(0);
        assertThat(only().out()).isEmpty();
    }

    private static Event.Payload payload(Object item) {
        return (Event.Payload) item;
    }
}
