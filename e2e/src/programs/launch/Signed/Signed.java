import java.io.InputStream;
import java.security.CodeSigner;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Prints who signed the classes it came with, and what a signed jar holds that it opens itself. */
public class Signed {
    /** A second class of the same jar. */
    interface Other {}

    public static void main(String[] args) throws Exception {
        for (Class<?> type : new Class<?>[] {Signed.class, Other.class, Class.forName("late.Unsigned")}) {
            print(type);
        }
        System.out.println("same domain "
                + (Signed.class.getProtectionDomain() == Other.class.getProtectionDomain()));
        open(args[0]);
        Set<Object> hashed = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 10; i++) {
            hashed.add(new Object());
        }
        System.out.println(hashed);
        try (InputStream in = Signed.class.getResourceAsStream("note.txt")) {
            System.out.println(new String(in.readAllBytes()));
        }
        System.out.println("at " + System.nanoTime());
    }

    private static void print(Class<?> type) {
        Object[] signers = type.getSigners();
        System.out.println(type + " signed by " + (signers == null ? "nobody" : describe((Certificate) signers[0])));
        ProtectionDomain domain = type.getProtectionDomain();
        System.out.println(domain.getCodeSource());
        Certificate[] certificates = domain.getCodeSource().getCertificates();
        System.out.println(certificates == null ? "no certificates" : certificates.length + " certificates");
        CodeSigner[] codeSigners = domain.getCodeSource().getCodeSigners();
        System.out.println(codeSigners == null ? "no signers" : Arrays.toString(codeSigners));
        System.out.println("loader " + domain.getClassLoader().getName());
    }

    private static String describe(Certificate certificate) {
        X509Certificate known = (X509Certificate) certificate;
        return known.getSubjectX500Principal() + ", serial " + known.getSerialNumber() + ", key "
                + known.getPublicKey().getAlgorithm();
    }

    private static void open(String name) throws Exception {
        try (JarFile jar = new JarFile(name, true)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                byte[] content = jar.getInputStream(entry).readAllBytes();
                Certificate[] certificates = entry.getCertificates();
                System.out.println(entry + " " + content.length + " bytes, "
                        + (certificates == null ? "unsigned" : describe(certificates[0])));
            }
        }
    }
}
