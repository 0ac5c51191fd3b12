//@ jars: xalan:xalan:2.7.0 xerces:xercesImpl:2.8.1 bcel:bcel:5.1 jakarta-regexp:jakarta-regexp:1.4
//@ since: 17
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/**
 * Xalan, interpreting stylesheets in several threads, and compiling them to bytecode that runs in others. Each thread has
 * its own: this Xalan has a race on a buffer in each attribute value template, and now and then mixes up the results of two
 * threads that share a stylesheet.
 */
public class Xslt {
    private static final String SHEET = """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
              <xsl:output method="xml" indent="yes"/>
              <xsl:param name="who"/>
              <xsl:key name="by-kind" match="item" use="@kind"/>
              <xsl:template match="/list">
                <report for="{$who}" count="{count(item)}" sum="{sum(item/@price)}">
                  <xsl:for-each select="item[generate-id() = generate-id(key('by-kind', @kind)[1])]">
                    <xsl:sort select="@kind"/>
                    <kind name="{@kind}"><xsl:apply-templates select="key('by-kind', @kind)"><xsl:sort select="@price" data-type="number" order="descending"/></xsl:apply-templates></kind>
                  </xsl:for-each>
                </report>
              </xsl:template>
              <xsl:template match="item">
                <xsl:choose>
                  <xsl:when test="@price &gt; 50"><dear><xsl:value-of select="translate(., 'abc', 'ABC')"/></dear></xsl:when>
                  <xsl:otherwise><cheap><xsl:call-template name="stars"><xsl:with-param name="n" select="@price mod 5"/></xsl:call-template></cheap></xsl:otherwise>
                </xsl:choose>
              </xsl:template>
              <xsl:template name="stars"><xsl:param name="n"/><xsl:if test="$n &gt; 0">*<xsl:call-template name="stars"><xsl:with-param name="n" select="$n - 1"/></xsl:call-template></xsl:if></xsl:template>
            </xsl:stylesheet>
            """;

    public static void main(String[] args) throws Exception {
        for (String factory : List.of("org.apache.xalan.processor.TransformerFactoryImpl", "org.apache.xalan.xsltc.trax.TransformerFactoryImpl")) {
            System.out.println(factory);
            transform((TransformerFactory) Class.forName(factory).getDeclaredConstructor().newInstance());
        }
    }

    private static void transform(TransformerFactory factory) throws Exception {
        factory.setErrorListener(new Collecting());
        List<Templates> sheets = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            sheets.add(factory.newTemplates(new StreamSource(new StringReader(SHEET))));
        }
        ExecutorService workers = Executors.newFixedThreadPool(4);
        List<Future<String>> results = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            int own = i;
            results.add(workers.submit(() -> {
                Transformer transformer = sheets.get(own).newTransformer();
                transformer.setParameter("who", "reader " + own);
                StringWriter out = new StringWriter();
                transformer.transform(new StreamSource(new StringReader(list(own))), new StreamResult(out));
                return out.toString();
            }));
        }
        for (Future<String> result : results) {
            System.out.println(result.get());
        }
        workers.shutdown();
        Collecting errors = new Collecting();
        factory.setErrorListener(errors);
        try {
            factory.newTemplates(new StreamSource(new StringReader(SHEET.replace("</kind>", "</kin>"))));
            System.out.println("no exception");
        } catch (Exception expected) {
            System.out.println(expected.getClass().getName());
        }
        System.out.println(errors.messages);
    }

    private static String list(int seed) {
        StringBuilder list = new StringBuilder("<list>");
        for (int i = 0; i < 12; i++) {
            list.append("<item kind='").append((char) ('a' + (i * seed) % 4)).append("' price='").append((i * 37 + seed) % 100).append("'>abc ")
                    .append(i).append("</item>");
        }
        return list.append("</list>").toString();
    }

    private static class Collecting implements ErrorListener {
        final List<String> messages = new ArrayList<>();

        @Override
        public void warning(TransformerException warning) {
            messages.add("warning " + warning.getMessage());
        }

        @Override
        public void error(TransformerException error) {
            messages.add("error " + error.getMessage());
        }

        @Override
        public void fatalError(TransformerException error) {
            messages.add("fatal " + error.getMessage());
        }
    }
}
