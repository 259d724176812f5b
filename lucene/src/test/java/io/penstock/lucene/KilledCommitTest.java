package io.penstock.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that are killed by SIGKILL while they commit to an index: it stays readable, at the
/// last commit that was acknowledged or the one under way.
class KilledCommitTest {
  private static final String COMMITS = "commits";

  /// The line of a step that is about to be made.
  private static final String STEP = "step";

  /// More than one commit takes.
  private static final int MOST_STEPS = 40;

  /// A graph of vectors takes long to merge: a writer that is killed begins it anew.
  private static final int DOCUMENTS_TO_A_VECTOR = 20;

  @TempDir Path folder;

  @Test
  void anIndexIsWholeAfterEachOfAFewKills() throws Exception {
    requireWholeAfterKills(5, 200);
  }

  @Test
  @Tag("long")
  void anIndexOfAMillionDocumentsIsWholeAfterEachOfFiftyKills() throws Exception {
    requireWholeAfterKills(50, 10_000);
  }

  private void requireWholeAfterKills(int kills, int documents) throws Exception {
    Random random = new Random(17);
    long acknowledged = 0;
    for (int i = 0; i < kills; i++) {
      acknowledged = killed(documents, 1 + random.nextInt(3), random.nextInt(MOST_STEPS));
      requireWhole(acknowledged, documents);
    }
    assertThat(acknowledged).isGreaterThanOrEqualTo(kills);
    requireSearchable(documents);
    try (Directory directory = new PenstockDirectory(folder);
        IndexWriter writer = new IndexWriter(directory, configuration())) {
      writer.forceMerge(1);
    }
    requireSearchable(documents);
  }

  private static IndexWriterConfig configuration() {
    return new IndexWriterConfig(new StandardAnalyzer());
  }

  /// Each commit's documents are found by its number, and all are by their text and by a vector.
  private void requireSearchable(int documents) throws IOException {
    try (Directory directory = new PenstockDirectory(folder);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      long commits = Long.parseLong(reader.getIndexCommit().getUserData().get(COMMITS));
      for (long commit = 1; commit <= commits; commit++) {
        Term term = new Term("commit", Long.toString(commit));
        assertThat(searcher.count(new TermQuery(term)))
            .as("commit %d", commit)
            .isEqualTo(documents);
      }
      assertThat(searcher.count(new TermQuery(new Term("text", "words"))))
          .isEqualTo(reader.numDocs());
      TopDocs near = searcher.search(new KnnFloatVectorQuery("vector", new float[16], 10), 10);
      assertThat(near.scoreDocs).hasSize(10);
    }
  }

  /// Kills a writer so many steps after a number of its commits, and returns the last acknowledged
  /// one.
  private long killed(int documents, int commits, int steps) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                folder.toString(),
                Integer.toString(documents))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long acknowledged = 0;
    try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
      for (int i = 0; i < commits; ) {
        String line = lines.readLine();
        i += line.equals(STEP) ? 0 : 1;
        acknowledged = acknowledged(line, acknowledged);
      }
      for (int i = 0; i < steps; i++) {
        acknowledged = acknowledged(lines.readLine(), acknowledged);
      }
      writer.toHandle().destroyForcibly(); // the pipe keeps what it has
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        acknowledged = acknowledged(line, acknowledged);
      }
    }
    writer.waitFor();
    return acknowledged;
  }

  private static long acknowledged(String line, long before) {
    return line.equals(STEP) ? before : Long.parseLong(line);
  }

  private void requireWhole(long acknowledged, int documents) throws IOException {
    try (Directory directory = new PenstockDirectory(folder);
        CheckIndex check = new CheckIndex(directory)) {
      ByteArrayOutputStream report = new ByteArrayOutputStream();
      check.setInfoStream(new PrintStream(report, true, StandardCharsets.UTF_8));
      assertThat(check.checkIndex().clean).as(report.toString(StandardCharsets.UTF_8)).isTrue();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        long commits = Long.parseLong(reader.getIndexCommit().getUserData().get(COMMITS));
        assertThat(commits).isBetween(acknowledged, acknowledged + 1);
        assertThat(reader.numDocs()).isEqualTo(Math.toIntExact(commits * documents));
      }
    }
  }

  /// A program that goes on committing, and prints a line before each step in the directory and the
  /// number of each commit once it is made.
  static final class Writer {
    private Writer() {}

    /// Adds the second argument's number of documents for each commit to the index of the first.
    public static void main(String[] arguments) throws IOException {
      int documents = Integer.parseInt(arguments[1]);
      Random random = new Random();
      try (Directory directory = told(new PenstockDirectory(Path.of(arguments[0])));
          IndexWriter writer = new IndexWriter(directory, configuration())) {
        for (long commit = 1 + commits(directory); !System.out.checkError(); commit++) {
          for (int i = 0; i < documents; i++) {
            writer.addDocument(document(commit, random, i % DOCUMENTS_TO_A_VECTOR == 0));
          }
          writer.setLiveCommitData(Map.of(COMMITS, Long.toString(commit)).entrySet());
          writer.commit();
          System.out.println(commit);
        }
      }
    }

    private static Directory told(Directory directory) {
      return new FilterDirectory(directory) {
        @Override
        public IndexOutput createOutput(String name, IOContext context) throws IOException {
          System.out.println(STEP);
          return in.createOutput(name, context);
        }

        @Override
        public void sync(Collection<String> names) throws IOException {
          System.out.println(STEP);
          in.sync(names);
        }

        @Override
        public void rename(String source, String target) throws IOException {
          System.out.println(STEP);
          in.rename(source, target);
        }

        @Override
        public void syncMetaData() throws IOException {
          System.out.println(STEP);
          in.syncMetaData();
        }

        @Override
        public void deleteFile(String name) throws IOException {
          System.out.println(STEP);
          in.deleteFile(name);
        }
      };
    }

    private static long commits(Directory directory) throws IOException {
      if (!DirectoryReader.indexExists(directory)) {
        return 0;
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        return Long.parseLong(reader.getIndexCommit().getUserData().get(COMMITS));
      }
    }

    private static Document document(long commit, Random random, boolean withVector) {
      Document document = new Document();
      document.add(new StringField("commit", Long.toString(commit), Field.Store.YES));
      document.add(new TextField("text", "some words " + random.nextInt(1000), Field.Store.YES));
      if (withVector) {
        document.add(new KnnFloatVectorField("vector", vector(random)));
      }
      return document;
    }

    private static float[] vector(Random random) {
      float[] vector = new float[16];
      for (int i = 0; i < vector.length; i++) {
        vector[i] = random.nextFloat();
      }
      return vector;
    }
  }
}
