package applications;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.Random;
import java.util.TreeMap;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import measured.Measured;

/**
 * Xalan transforming SIZE documents: all threads share one stylesheet. It has no attribute value templates: their shared
 * buffer is a race of this Xalan that mixes up the results of two threads.
 */
public final class Xalan extends Driver {
    private static final int QUICK = 400;
    private static final int FULL = 3000;

    private static final int ITEMS = 60;
    private static final String[] KINDS = {"apple", "bread", "cheese", "date", "egg"};

    private static final String SHEET = """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
              <xsl:output method="text"/>
              <xsl:key name="by-kind" match="item" use="@kind"/>
              <xsl:template match="/list">
                <xsl:text>total </xsl:text><xsl:value-of select="count(item)"/>
                <xsl:text> </xsl:text><xsl:value-of select="sum(item/@price)"/>
                <xsl:text>;</xsl:text>
                <xsl:for-each select="item[generate-id() = generate-id(key('by-kind', @kind)[1])]">
                  <xsl:sort select="@kind"/>
                  <xsl:call-template name="kind">
                    <xsl:with-param name="items" select="key('by-kind', @kind)"/>
                  </xsl:call-template>
                </xsl:for-each>
              </xsl:template>
              <xsl:template name="kind">
                <xsl:param name="items"/>
                <xsl:value-of select="translate(@kind, 'abcde', 'ABCDE')"/>
                <xsl:text> </xsl:text><xsl:value-of select="sum($items/@price)"/>
                <xsl:apply-templates select="$items"><xsl:sort select="@price" data-type="number"/></xsl:apply-templates>
                <xsl:text>;</xsl:text>
              </xsl:template>
              <xsl:template match="item">
                <xsl:choose>
                  <xsl:when test="@price &gt; 50"><xsl:text>+</xsl:text></xsl:when>
                  <xsl:otherwise><xsl:text>-</xsl:text></xsl:otherwise>
                </xsl:choose>
              </xsl:template>
            </xsl:stylesheet>
            """;

    private Templates sheet;

    private Xalan(Measured measured) {
        super(measured);
    }

    public static void main(String[] args) throws Exception {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        new Xalan(measured).measure(measured);
    }

    @Override
    void begin() throws TransformerException {
        TransformerFactory factory = TransformerFactory.newInstance("org.apache.xalan.processor.TransformerFactoryImpl", null);
        sheet = factory.newTemplates(new StreamSource(new StringReader(SHEET)));
    }

    @Override
    void work(int worker) throws TransformerException {
        for (int i = worker; i < size; i += threads) {
            Input input = new Input(i);
            Transformer transformer = sheet.newTransformer();
            StringWriter output = new StringWriter();
            transformer.transform(new StreamSource(new StringReader(input.xml)), new StreamResult(output));
            require("document", i, output.toString(), input.expected);
        }
    }

    /** Each result was looked at when it came. */
    @Override
    void verify() {}

    /** A document, and what the stylesheet makes of it. */
    private static final class Input {
        final String xml;
        final String expected;

        Input(int number) {
            Random random = new Random(number * 19L + 1);
            StringBuilder list = new StringBuilder("<list>");
            TreeMap<String, int[]> kinds = new TreeMap<>();
            int total = 0;
            for (int i = 0; i < ITEMS; i++) {
                String kind = KINDS[random.nextInt(KINDS.length)];
                int price = random.nextInt(100);
                list.append("<item kind=\"").append(kind).append("\" price=\"").append(price).append("\">number ").append(i).append("</item>");
                // What it costs, how many are cheap, how many are dear.
                int[] sums = kinds.computeIfAbsent(kind, key -> new int[3]);
                sums[0] += price;
                sums[price > 50 ? 2 : 1]++;
                total += price;
            }
            xml = list.append("</list>").toString();
            StringBuilder text = new StringBuilder("total " + ITEMS + " " + total + ";");
            kinds.forEach((kind, sums) -> {
                for (char letter : kind.toCharArray()) {
                    text.append(letter >= 'a' && letter <= 'e' ? Character.toUpperCase(letter) : letter);
                }
                text.append(' ').append(sums[0]).append("-".repeat(sums[1])).append("+".repeat(sums[2])).append(';');
            });
            expected = text.toString();
        }
    }
}
