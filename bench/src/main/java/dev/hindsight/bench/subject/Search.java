package dev.hindsight.bench.subject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.NIOFSDirectory;

/** Two threads search in an index on disk; the scale is thousands of questions. */
public final class Search {
    private static final int DOCUMENTS = 20_000;
    private static final int WORDS = 2000;
    private static final String TEXT = "text";

    private Search() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path place = Path.of("index");
        AtomicLong found = new AtomicLong();
        try (Directory directory = new NIOFSDirectory(place)) {
            write(directory);
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                Team.divide(1000 * Integer.parseInt(arguments[0]), (from, to) -> {
                    for (int i = from; i < to; i++) {
                        found.addAndGet(count(searcher, new Random(i)));
                    }
                });
            }
            for (String file : directory.listAll()) {
                Files.deleteIfExists(place.resolve(file));
            }
        }
        Files.delete(place);
        System.out.println("search " + found);
    }

    private static void write(Directory directory) throws IOException {
        Random random = new Random(3);
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (int i = 0; i < DOCUMENTS; i++) {
                StringBuilder text = new StringBuilder();
                for (int k = 0; k < 30; k++) {
                    text.append(word(random)).append(' ');
                }
                Document document = new Document();
                document.add(new TextField(TEXT, text.toString(), Field.Store.NO));
                writer.addDocument(document);
            }
        }
    }

    private static String word(Random random) {
        return "w" + (int) (WORDS * random.nextDouble() * random.nextDouble());
    }

    private static int count(IndexSearcher searcher, Random random) throws IOException {
        BooleanQuery.Builder both = new BooleanQuery.Builder();
        both.add(new TermQuery(new Term(TEXT, word(random))), BooleanClause.Occur.MUST);
        both.add(new TermQuery(new Term(TEXT, word(random))), BooleanClause.Occur.SHOULD);
        return searcher.search(both.build(), 10).scoreDocs.length;
    }
}
