// same-as-plain
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.TreeSet;

/** Asks classes where they come from. */
public class CodeSource {
    public static void main(String[] args) throws ClassNotFoundException {
        ProtectionDomain domain = CodeSource.class.getProtectionDomain();
        System.out.println(domain.getCodeSource().getLocation() + " "
                + Arrays.toString(domain.getCodeSource().getCertificates()));
        System.out.println(domain.getClassLoader() == CodeSource.class.getClassLoader());
        System.out.println(String.class.getProtectionDomain().getCodeSource());
        System.out.println(CodeSource.class.getPackage() + "| " + String.class.getPackage());
        System.out.println(CodeSource.class.getClassLoader().getName() + " " + String.class.getClassLoader() + " "
                + ClassLoader.getPlatformClassLoader().getName() + " "
                + Class.forName("java.sql.Driver").getClassLoader().getName());
        System.out.println(CodeSource.class.getModule().isNamed() + " " + String.class.getModule() + " "
                + ModuleLayer.boot().findModule("java.sql").isPresent());
        System.out.println(new TreeSet<>(
                ModuleLayer.boot().modules().stream().map(Module::getName).toList()));
        System.out.println(Object.class.getModule().getDescriptor().exports().size() > 50);
        System.out.println(Object.class.getModule().isExported("jdk.internal.misc", CodeSource.class.getModule()));
        System.out.println(Object.class.getModule().isOpen("java.lang", CodeSource.class.getModule()));
        System.out.println(System.getProperty("java.class.path"));
        System.out.println(CodeSource.class.getDeclaredMethods().length + " " + CodeSource.class.getModifiers());
        System.out.println(Arrays.stream(Package.getPackages())
                .map(Package::getName)
                .filter(n -> n.contains("hindsight"))
                .toList());
    }
}
