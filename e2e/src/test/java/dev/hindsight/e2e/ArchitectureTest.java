package dev.hindsight.e2e;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The modules use each other only along the arrows of the design.
 *
 * <p>What is checked are the class files as compiled: in the shaded jars, packages have other names.
 */
class ArchitectureTest {
    private static final List<String> MODULES = List.of("runtime", "trace", "agent", "session", "app", "junit");
    /** The package without a name is that of the primitive types. */
    private static final List<String> JDK = List.of("", "java..", "javax..", "jdk..", "sun..", "com.sun..");

    private static JavaClasses product;

    @BeforeAll
    static void readTheClasses() {
        List<Path> directories = MODULES.stream().map(Checkout::classes).toList();
        for (Path directory : directories) {
            if (!Files.isDirectory(directory)) {
                throw new IllegalStateException("No classes at " + directory + ". Compile them first: mvn compile");
            }
        }
        product = new ClassFileImporter().importPaths(directories);
    }

    @Test
    void runtimeUsesTheJdkOnly() {
        requireOnly("runtime", List.of());
    }

    @Test
    void traceUsesTheJdkOnly() {
        requireOnly("trace", List.of());
    }

    @Test
    void agentUsesRuntimeTraceAndAsm() {
        requireOnly("agent", List.of("dev.hindsight.runtime..", "dev.hindsight.trace..", "org.objectweb.asm.."));
    }

    @Test
    void sessionUsesTrace() {
        requireOnly("session", List.of("dev.hindsight.trace.."));
    }

    @Test
    void appUsesSessionTraceAndPicocli() {
        requireOnly("app", List.of("dev.hindsight.session..", "dev.hindsight.trace.."));
    }

    /** Users have it on the class path of their tests. */
    @Test
    void junitUsesJupiterOnly() {
        requireOnly(
                "junit",
                List.of("org.junit.jupiter.api..", "org.junit.platform.commons.support..", "org.apiguardian.api.."));
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.hindsight.(**)").should().beFreeOfCycles().check(product);
    }

    private static void requireOnly(String module, List<String> others) {
        String own = "dev.hindsight." + module + "..";
        String[] allowed =
                Stream.of(JDK, List.of(own), others).flatMap(List::stream).toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(own)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .check(product);
    }
}
