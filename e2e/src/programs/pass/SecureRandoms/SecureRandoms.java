import java.math.BigInteger;
import java.security.DrbgParameters;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import javax.crypto.KeyGenerator;

/** Draws from every secure generator and from what is built on them. */
public class SecureRandoms {
    public static void main(String[] args) throws GeneralSecurityException {
        SecureRandom standard = new SecureRandom();
        System.out.println(standard.getAlgorithm() + " " + standard.nextLong() + " " + standard.nextInt(100));
        System.out.println(HexFormat.of().formatHex(standard.generateSeed(8)));
        for (String algorithm : List.of("NativePRNG", "NativePRNGNonBlocking", "SHA1PRNG", "DRBG")) {
            SecureRandom random = SecureRandom.getInstance(algorithm);
            byte[] bytes = new byte[40];
            random.nextBytes(bytes);
            System.out.println(random + " " + HexFormat.of().formatHex(bytes) + " " + random.nextDouble());
            random.setSeed(7);
            System.out.println(random.nextInt());
        }
        SecureRandom seeded = SecureRandom.getInstance("SHA1PRNG");
        seeded.setSeed(42);
        System.out.println("seeded " + seeded.nextInt() + " is always the same");
        SecureRandom drbg = SecureRandom.getInstance(
                "DRBG", DrbgParameters.instantiation(256, DrbgParameters.Capability.PR_AND_RESEED, "me".getBytes()));
        System.out.println(drbg.getParameters() + " " + drbg.nextLong());
        drbg.reseed();
        System.out.println(
                drbg.nextLong() + " " + SecureRandom.getInstanceStrong().getAlgorithm());
        for (int i = 0; i < 3; i++) {
            UUID uuid = UUID.randomUUID();
            System.out.println(uuid + " " + uuid.version());
        }
        System.out.println(BigInteger.probablePrime(128, new SecureRandom()));
        KeyGenerator keys = KeyGenerator.getInstance("AES");
        System.out.println(Arrays.toString(keys.generateKey().getEncoded()));
        KeyPairGenerator pairs = KeyPairGenerator.getInstance("EC");
        System.out.println(
                HexFormat.of().formatHex(pairs.generateKeyPair().getPublic().getEncoded()));
        try {
            SecureRandom.getInstance("Dice");
        } catch (NoSuchAlgorithmException e) {
            e.printStackTrace(System.out);
        }
    }
}
