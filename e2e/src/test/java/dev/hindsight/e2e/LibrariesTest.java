package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Programs that use libraries as they come from Maven Central. */
class LibrariesTest {
    @TempDir
    Path directory;

    @TestFactory
    List<DynamicTest> netty() throws IOException {
        return tests(
                "NettyServer",
                "io.netty.bootstrap.ServerBootstrap",
                "io.netty.buffer.ByteBuf",
                "io.netty.handler.codec.ByteToMessageDecoder",
                "io.netty.handler.codec.http.HttpServerCodec",
                "io.netty.resolver.AddressResolver",
                "io.netty.util.concurrent.Future");
    }

    @TestFactory
    List<DynamicTest> groovy() throws IOException {
        return tests("GroovyScripts", "groovy.lang.GroovyShell");
    }

    @TestFactory
    List<DynamicTest> h2() throws IOException {
        return tests("EmbeddedDatabase", "org.h2.Driver");
    }

    private List<DynamicTest> tests(String name, String... libraries) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Jdk jdk : Jdk.find()) {
            tests.add(DynamicTest.dynamicTest("on JDK " + jdk.version(), () -> roundTrip(jdk, name, libraries)));
        }
        return tests;
    }

    private void roundTrip(Jdk jdk, String name, String... libraries) throws Exception {
        Workbench bench = new Workbench(Files.createDirectories(directory.resolve(name + jdk.version())));
        List<String> path = new ArrayList<>();
        for (String library : libraries) {
            path.add(Workbench.jarOf(library).toString());
        }
        String text = Files.readString(Checkout.programs().resolve("library/" + name + ".java"));
        List<String> command = new ArrayList<>(bench.programOn(path, name, text));
        command.set(0, jdk.java().toString());
        Path recording = bench.path("recording");
        Result recorded = bench.record(recording, command);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(err(recorded)).doesNotContain("hindsight: WARNING");
        for (int i = 0; i < 2; i++) {
            assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
        }
    }
}
