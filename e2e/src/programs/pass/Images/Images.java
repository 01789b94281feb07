// jvm: -Djava.awt.headless=true
// warns
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.AffineTransformOp;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;

/** Drawing, scaling, writing and reading pictures, with natives that are not recorded and need not be. */
public class Images {
    public static void main(String[] args) throws IOException {
        Random random = new Random();
        BufferedImage image = new BufferedImage(200, 100, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        for (int i = 0; i < 20; i++) {
            graphics.setColor(new Color(random.nextInt(1 << 24)));
            graphics.fillOval(random.nextInt(180), random.nextInt(80), 40, 30);
            graphics.drawLine(random.nextInt(200), 0, random.nextInt(200), 100);
        }
        graphics.dispose();
        System.out.println("drawn " + sum(image));
        AffineTransformOp half =
                new AffineTransformOp(AffineTransform.getScaleInstance(.5, .5), AffineTransformOp.TYPE_BILINEAR);
        System.out.println("scaled " + sum(half.filter(image, null)));
        for (String format : new String[] {"png", "jpg", "bmp", "gif"}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            System.out.println(format + " " + ImageIO.write(image, format, out) + " " + out.size());
            System.out.println("read " + sum(ImageIO.read(new ByteArrayInputStream(out.toByteArray()))));
        }
    }

    private static long sum(BufferedImage image) {
        long sum = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                sum = 31 * sum + image.getRGB(x, y);
            }
        }
        return sum;
    }
}
