package applications;

import java.io.IOException;
import java.util.Random;
import java.util.logging.LogManager;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;

/** The documents that Lucene's two drivers index: what is in one depends on its number alone. */
final class Texts {
    static final int WORDS = 500;
    private static final int LENGTH = 60;

    private Texts() {}

    /** Lucene says which of its optional parts it does without. */
    static void keepQuiet() {
        LogManager.getLogManager().reset();
    }

    static String word(int number) {
        return "word" + Integer.toString(number, 36);
    }

    /** The words of a document by their numbers; small numbers are frequent. */
    static int[] words(int document) {
        Random random = new Random(document * 13L + 5);
        int[] words = new int[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            words[i] = Math.min(random.nextInt(WORDS), random.nextInt(WORDS));
        }
        return words;
    }

    static IndexWriter writer(Directory directory) throws IOException {
        return new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()).setMaxBufferedDocs(400));
    }

    static Document document(int number) {
        StringBuilder text = new StringBuilder();
        for (int word : words(number)) {
            text.append(word(word)).append(' ');
        }
        Document document = new Document();
        document.add(new StringField("id", String.valueOf(number), Field.Store.YES));
        document.add(new TextField("text", text.toString(), Field.Store.YES));
        document.add(new NumericDocValuesField("number", number));
        return document;
    }
}
