package applications;

import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.util.Arrays;
import java.util.Random;
import measured.Measured;
import org.apache.batik.transcoder.TranscoderException;
import org.apache.batik.transcoder.TranscoderInput;
import org.apache.batik.transcoder.TranscoderOutput;
import org.apache.batik.transcoder.image.ImageTranscoder;

/** Batik drawing SIZE pictures of paths, gradients, clips and filters; a thread draws a whole picture. */
public final class Batik extends Driver {
    private static final int QUICK = 12;
    private static final int FULL = 45;

    private static final int PICTURES = 8;
    private static final int SIDE = 256;
    /** In the middle, above all else; nothing is drawn below the last lines. */
    private static final int MARK = 0xff12a4c8;
    private static final int GROUND = 0xffffffff;

    private final int[] expected = new int[PICTURES];
    private int[] drawn;

    private Batik(Measured measured) {
        super(measured);
        drawn = new int[size];
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        Measured measured = Measured.arguments(args, QUICK, FULL);
        Batik batik = new Batik(measured);
        for (int i = 0; i < PICTURES; i++) {
            batik.expected[i] = draw(picture(i));
        }
        require("the pictures differ", Arrays.stream(batik.expected).distinct().count(), (long) PICTURES);
        batik.measure(measured);
    }

    @Override
    void begin() {
        drawn = new int[size];
    }

    @Override
    void work(int worker) throws TranscoderException {
        for (int i = worker; i < size; i += threads) {
            drawn[i] = draw(picture(i % PICTURES));
        }
    }

    @Override
    void verify() {
        for (int i = 0; i < size; i++) {
            require("the checksum of picture", i, drawn[i], expected[i % PICTURES]);
        }
    }

    private static int draw(String picture) throws TranscoderException {
        Canvas canvas = new Canvas();
        canvas.addTranscodingHint(ImageTranscoder.KEY_WIDTH, (float) SIDE);
        canvas.addTranscodingHint(ImageTranscoder.KEY_HEIGHT, (float) SIDE);
        canvas.addTranscodingHint(ImageTranscoder.KEY_BACKGROUND_COLOR, java.awt.Color.WHITE);
        canvas.transcode(new TranscoderInput(new StringReader(picture)), null);
        BufferedImage image = canvas.image;
        require("the middle", image.getRGB(SIDE / 2, SIDE / 2), MARK);
        require("the ground", image.getRGB(SIDE / 2, SIDE - 2), GROUND);
        return Arrays.hashCode(image.getRGB(0, 0, SIDE, SIDE, null, 0, SIDE));
    }

    private static String picture(int number) {
        Random random = new Random(number * 23L + 9);
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"400\" viewBox=\"0 0 400 400\">");
        svg.append("<defs><linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"red\"/><stop offset=\"1\" stop-color=\"navy\"/></linearGradient>");
        svg.append("<filter id=\"f\"><feGaussianBlur stdDeviation=\"3\"/></filter>");
        svg.append("<clipPath id=\"c\"><circle cx=\"200\" cy=\"190\" r=\"170\"/></clipPath></defs>");
        svg.append("<g clip-path=\"url(#c)\">");
        for (int i = 0; i < 60; i++) {
            svg.append("<path d=\"M").append(random.nextInt(400)).append(' ').append(random.nextInt(380));
            for (int j = 0; j < 4; j++) {
                svg.append(" Q").append(random.nextInt(400)).append(' ').append(random.nextInt(380));
                svg.append(' ').append(random.nextInt(400)).append(' ').append(random.nextInt(380));
            }
            svg.append(" Z\" fill=\"").append(i % 3 == 0 ? "url(#g)" : String.format("#%06x", random.nextInt(1 << 24)));
            svg.append("\" opacity=\"0.").append(3 + random.nextInt(6)).append("\" stroke=\"black\"");
            svg.append(i % 20 == 0 ? " filter=\"url(#f)\"/>" : "/>");
        }
        return svg.append("</g><rect x=\"180\" y=\"180\" width=\"40\" height=\"40\" fill=\"#12a4c8\"/></svg>").toString();
    }

    /** Keeps the picture instead of writing it. */
    private static final class Canvas extends ImageTranscoder {
        BufferedImage image;

        @Override
        public BufferedImage createImage(int width, int height) {
            return new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        }

        @Override
        public void writeImage(BufferedImage image, TranscoderOutput output) {
            this.image = image;
        }
    }
}
