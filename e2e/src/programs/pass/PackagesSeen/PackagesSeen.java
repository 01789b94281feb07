import java.util.TreeMap;

/** The packages that the boot loader knows depend on what the JVM has used so far. */
public class PackagesSeen {
    public static void main(String[] args) {
        TreeMap<String, Object> packages = new TreeMap<>();
        for (Package known : Package.getPackages()) {
            System.out.println(known.getName());
            packages.put(known.getName(), known.getImplementationTitle() + known.isSealed());
        }
        System.out.println(packages);
        System.out.println(Thread.getAllStackTraces().size());
    }
}
