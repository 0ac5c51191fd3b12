package applications;

import java.io.IOException;
import measured.Measured;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene indexing SIZE documents: all threads add to one writer, and every tenth document is then replaced. */
public final class LuIndex extends Driver {
    private static final int QUICK = 10_000;
    private static final int FULL = 40_000;

    private final long[] expected = new long[Texts.WORDS];
    private ByteBuffersDirectory directory;
    private IndexWriter writer;

    private LuIndex(Measured measured) {
        super(measured);
        for (int i = 0; i < size; i++) {
            for (int word : Texts.words(i)) {
                expected[word]++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Texts.keepQuiet();
        Measured measured = Measured.arguments(args, QUICK, FULL);
        new LuIndex(measured).measure(measured);
    }

    @Override
    void begin() throws IOException {
        directory = new ByteBuffersDirectory();
        writer = Texts.writer(directory);
    }

    @Override
    void work(int worker) throws IOException {
        for (int i = worker; i < size; i += threads) {
            writer.addDocument(Texts.document(i));
            if (i % 10 == 0) {
                writer.updateDocument(new Term("id", String.valueOf(i)), Texts.document(i));
            }
        }
        // Each writes out what is there when it is done, while others may still add.
        writer.commit();
    }

    @Override
    void verify() throws IOException {
        // Only in a single segment are the words of replaced documents no longer counted.
        writer.forceMerge(1);
        writer.close();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            require("documents", reader.numDocs(), size);
            for (int word = 0; word < Texts.WORDS; word++) {
                Term term = new Term("text", Texts.word(word));
                require("occurrences of word", word, reader.totalTermFreq(term), expected[word]);
            }
        }
        directory.close();
    }
}
