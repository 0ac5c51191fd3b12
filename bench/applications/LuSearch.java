package applications;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import measured.Measured;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene searching: SIZE queries by all threads in one searcher, sorted and by relevance. */
public final class LuSearch extends Driver {
    private static final int QUICK = 1200;
    private static final int FULL = 5000;

    private static final int DOCUMENTS = 4000;
    private static final int HITS = 10;

    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final List<Question> questions = new ArrayList<>();
    private DirectoryReader reader;
    private IndexSearcher searcher;

    private LuSearch(Measured measured) {
        super(measured);
    }

    public static void main(String[] args) throws Exception {
        Texts.keepQuiet();
        Measured measured = Measured.arguments(args, QUICK, FULL);
        LuSearch search = new LuSearch(measured);
        search.ask();
        search.measure(measured);
    }

    /** A query, how many documents it should find, and which are the first. */
    private record Question(Query query, int count, List<Integer> first) {}

    private void ask() throws IOException {
        int[][] documents = new int[DOCUMENTS][];
        try (IndexWriter writer = Texts.writer(directory)) {
            for (int i = 0; i < DOCUMENTS; i++) {
                documents[i] = Texts.words(i);
                writer.addDocument(Texts.document(i));
            }
        }
        Random random = new Random(11);
        for (int i = 0; i < 40; i++) {
            int a = random.nextInt(Texts.WORDS);
            int b = random.nextInt(Texts.WORDS);
            Query first = new TermQuery(new Term("text", Texts.word(a)));
            Query second = new TermQuery(new Term("text", Texts.word(b)));
            Query both = new BooleanQuery.Builder()
                    .add(first, BooleanClause.Occur.MUST).add(second, BooleanClause.Occur.MUST).build();
            Query either = new BooleanQuery.Builder()
                    .add(first, BooleanClause.Occur.SHOULD).add(second, BooleanClause.Occur.SHOULD).build();
            Query phrase = new PhraseQuery("text", Texts.word(a), Texts.word(b));
            String prefix = Texts.word(a);
            add(documents, first, words -> has(words, a));
            add(documents, both, words -> has(words, a) && has(words, b));
            add(documents, either, words -> has(words, a) || has(words, b));
            add(documents, phrase, words -> hasPair(words, a, b));
            add(documents, new PrefixQuery(new Term("text", prefix)), words -> hasPrefix(words, prefix));
        }
    }

    private void add(int[][] documents, Query query, Predicate<int[]> matches) {
        int count = 0;
        List<Integer> first = new ArrayList<>();
        for (int i = 0; i < documents.length; i++) {
            if (matches.test(documents[i])) {
                count++;
                if (first.size() < HITS) {
                    first.add(i);
                }
            }
        }
        questions.add(new Question(query, count, first));
    }

    private static boolean has(int[] words, int wanted) {
        for (int word : words) {
            if (word == wanted) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasPair(int[] words, int first, int second) {
        for (int i = 0; i + 1 < words.length; i++) {
            if (words[i] == first && words[i + 1] == second) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasPrefix(int[] words, String prefix) {
        for (int word : words) {
            if (Texts.word(word).startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    @Override
    void begin() throws IOException {
        reader = DirectoryReader.open(directory);
        searcher = new IndexSearcher(reader);
    }

    @Override
    void work(int worker) throws IOException {
        Sort byNumber = new Sort(new SortField("number", SortField.Type.LONG));
        for (int i = worker; i < size; i += threads) {
            Question question = questions.get(i % questions.size());
            require("matches of query", i, searcher.count(question.query), question.count);
            TopDocs found = searcher.search(question.query, HITS, byNumber);
            List<Integer> numbers = new ArrayList<>();
            for (ScoreDoc hit : found.scoreDocs) {
                numbers.add(Integer.parseInt(searcher.storedFields().document(hit.doc).get("id")));
            }
            require("the first matches of query", i, numbers, question.first);
            TopDocs relevant = searcher.search(question.query, HITS);
            require("relevant matches of query", i, relevant.scoreDocs.length, question.first.size());
        }
    }

    /** Each answer was looked at when it came. */
    @Override
    void verify() throws IOException {
        reader.close();
    }

    @Override
    void end() throws IOException {
        directory.close();
    }
}
