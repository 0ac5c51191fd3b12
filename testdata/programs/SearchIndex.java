//@ jars: org.apache.lucene:lucene-core:9.12.1
//@ since: 17
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.LogManager;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene: four threads index, then four search; hits are sorted by the program's own numbers. */
public class SearchIndex {
    private static final String[] WORDS = {
        "race", "thread", "lock", "monitor", "volatile", "field", "array", "write", "read", "order", "clock", "epoch"
    };
    private static final int DOCUMENTS = 400;

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset();
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        ExecutorService workers = Executors.newFixedThreadPool(4);
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()).setMaxBufferedDocs(50))) {
            List<Future<Integer>> done = new ArrayList<>();
            for (int worker = 0; worker < 4; worker++) {
                int own = worker;
                done.add(workers.submit(() -> index(writer, own)));
            }
            int count = 0;
            for (Future<Integer> future : done) {
                count += future.get();
            }
            writer.deleteDocuments(new Term("id", "7"), new Term("id", "8"));
            writer.updateDocument(new Term("id", "9"), document(9, "rewritten entirely"));
            writer.forceMerge(1);
            writer.commit();
            System.out.println("indexed " + count + ", left " + writer.getDocStats().numDocs);
        }
        DirectoryReader reader = DirectoryReader.open(directory);
        IndexSearcher searcher = new IndexSearcher(reader);
        List<Query> queries = queries();
        List<Future<String>> found = new ArrayList<>();
        for (Query query : queries) {
            found.add(workers.submit(() -> search(searcher, query)));
        }
        for (int i = 0; i < queries.size(); i++) {
            System.out.println(queries.get(i) + " -> " + found.get(i).get());
        }
        workers.shutdown();
        TreeMap<String, Integer> frequencies = new TreeMap<>();
        for (String word : WORDS) {
            frequencies.put(word, reader.docFreq(new Term("text", word)));
        }
        System.out.println(frequencies);
        reader.close();
        try {
            search(searcher, queries.get(0));
        } catch (AlreadyClosedException expected) {
            System.out.println("closed: " + expected.getMessage());
        }
    }

    private static int index(IndexWriter writer, int own) throws IOException {
        int count = 0;
        for (int id = own; id < DOCUMENTS; id += 4) {
            Random random = new Random(id);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                text.append(WORDS[Math.min(random.nextInt(WORDS.length), random.nextInt(WORDS.length))]).append(' ');
            }
            writer.addDocument(document(id, text.toString()));
            count++;
        }
        return count;
    }

    private static Document document(int id, String text) {
        Document document = new Document();
        document.add(new StringField("id", String.valueOf(id), Field.Store.YES));
        document.add(new TextField("text", text, Field.Store.YES));
        document.add(new IntPoint("number", id));
        document.add(new NumericDocValuesField("order", id));
        document.add(new KnnFloatVectorField("vector", new float[] {id % 17, id % 5, 1}));
        return document;
    }

    private static List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (String word : WORDS) {
            queries.add(new TermQuery(new Term("text", word)));
        }
        queries.add(new PhraseQuery("text", "race", "thread"));
        queries.add(new FuzzyQuery(new Term("text", "reed")));
        queries.add(new PrefixQuery(new Term("text", "re")));
        queries.add(IntPoint.newRangeQuery("number", 5, 12));
        queries.add(new BooleanQuery.Builder()
                .add(new TermQuery(new Term("text", "epoch")), BooleanClause.Occur.MUST)
                .add(new TermQuery(new Term("text", "race")), BooleanClause.Occur.MUST_NOT)
                .build());
        return queries;
    }

    private static String search(IndexSearcher searcher, Query query) throws IOException {
        ScoreDoc[] hits = searcher.search(query, 1000, new Sort(new SortField("order", SortField.Type.LONG))).scoreDocs;
        StringBuilder ids = new StringBuilder();
        for (int i = 0; i < Math.min(8, hits.length); i++) {
            ids.append(searcher.storedFields().document(hits[i].doc).get("id")).append(' ');
        }
        int near = searcher.search(new KnnFloatVectorQuery("vector", new float[] {3, 3, 1}, 5), 5).scoreDocs.length;
        return hits.length + " hits: " + ids.toString().strip() + ", near " + near;
    }
}
