package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs inside the recorded program may not make the virtual machine link more than it must. */
class AgentRulesTest {
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int STRING = 8;
    private static final int CLASS = 7;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int INVOKE_DYNAMIC = 18;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    @ParameterizedTest
    @ValueSource(
            classes = {
                Json.class,
                NativeTable.class,
                Recording.class,
                ChunkReader.class,
                ChunkWriter.class,
                EventInput.class,
                ClassStore.class,
                ClassStoreWriter.class,
                Lz.class,
                ThrowableKind.class,
                PreparedClasses.class,
                CorruptRecordingException.class,
                EndOfRecordingException.class
            })
    void noLambdaNoStreamAndNoRegularExpression(Class<?> type) throws IOException {
        assertThat(constants(type))
                .doesNotContain("invokedynamic", "split", "replaceAll", "replaceFirst", "matches")
                .noneMatch(name -> name.startsWith("java/util/stream/") || name.startsWith("java/util/regex/"));
    }

    /** The texts in the constant pool of a class, and a word for each call site that is linked at run time. */
    private static List<String> constants(Class<?> type) throws IOException {
        List<String> constants = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
            in.skipNBytes(8);
            int count = in.readUnsignedShort();
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case UTF8 -> constants.add(in.readUTF());
                    case LONG, DOUBLE -> {
                        in.skipNBytes(8);
                        i++;
                    }
                    case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> in.skipNBytes(2);
                    case METHOD_HANDLE -> in.skipNBytes(3);
                    case INVOKE_DYNAMIC -> {
                        constants.add("invokedynamic");
                        in.skipNBytes(4);
                    }
                    default -> in.skipNBytes(4);
                }
            }
        }
        return constants;
    }
}
