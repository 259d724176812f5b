package io.penstock.evaluate.files;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The worth of hot files in memory: files are asked for as clients of a server do, in one thread;
/// they go nowhere.
final class HotFiles implements Question {
  static final String SOURCE = "I/O Performance (book chapter 4), Further Improvements";

  /// The drill that is timed; the other one counts bytes that are read from files.
  private static final String TIME = "files-hits-time";

  private static final int FILE = 16 << 10;
  private static final String BLIND = "never looks whether a file has changed";

  private static final int REQUESTS = 1 << 18;
  private static final long SEED = 20;

  /// The memory has room for this part of the files.
  private static final int PART = 10;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    boolean quick = setting.effort() == Effort.QUICK;
    return Stream.of(
        of(
            "files.cache.time",
            "A request for one of %,d files",
            drill(TIME, quick),
            Measure.MICROSECONDS),
        of(
            "files.cache.misses",
            "Bytes read from %,d files for each request",
            drill("files-hits-read", quick),
            Measure.BYTES));
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Keep files that are asked for often in a FileCache: a request takes %.1f times less than"
            + " by reading its file.",
        findings.ratio("files.cache.time", "penstock", "read-all-bytes"));
  }

  private static Drill drill(String name, boolean quick) {
    return Drill.of(name, FILE / 2, Duration.ofMillis(quick ? 20 : 300))
        .with(SampleFiles.FILES, quick ? "500" : "10000")
        .with(SampleFiles.MOST, Integer.toString(FILE));
  }

  private static Experiment of(String id, String title, Drill drill, Measure measure) {
    int files = Integer.parseInt(drill.option(SampleFiles.FILES));
    String all =
        String.format(Locale.ROOT, title, files) + ", with memory for a tenth (Zipf's law)";
    return Experiment.drill(id, all, SOURCE, measure)
        .on(drill)
        .exercise("read-all-bytes", CLASSIC, asking(_ -> HotFileCache.none()))
        .exercise("cached-byte-arrays", CLASSIC, asking(HotFileCache::ofFirstAsked))
        .note("those that are asked for first")
        .exercise("linked-hash-map-lru", JDK, asking(HotFileCache::ofLastAsked))
        .note(BLIND)
        .exercise("caffeine", PEER, asking(HotFileCache::caffeine))
        .note(BLIND)
        .exercise("penstock", PENSTOCK, asking(HotFileCache::penstock));
  }

  /// @param caching with memory for so many bytes
  static Exercise asking(LongFunction<HotFileCache> caching) {
    return task -> {
      SampleFiles pages = SampleFiles.pages(task);
      return new Asking(pages, caching.apply(pages.bytes() / PART), task);
    };
  }

  private static final class Asking implements Exercise.Session {
    private final SampleFiles pages;
    private final Path[] files;
    private final HotFileCache cache;
    private final int[] requests;
    private final boolean timed;
    private final Batch batch;
    private long expected;
    private long came;
    private int asked;

    /// Takes everything and keeps nothing.
    private final WritableByteChannel drain =
        new WritableByteChannel() {
          @Override
          public int write(ByteBuffer from) {
            int count = from.remaining();
            came += count;
            from.position(from.limit());
            return count;
          }

          @Override
          public boolean isOpen() {
            return true;
          }

          @Override
          public void close() {}
        };

    Asking(SampleFiles pages, HotFileCache cache, DrillTask task) {
      this.pages = pages;
      this.cache = cache;
      this.files = IntStream.range(0, pages.files()).mapToObj(pages::file).toArray(Path[]::new);
      this.requests = requests(pages.files());
      this.timed = task.drill().name().equals(TIME);
      this.batch = new Batch(task);
    }

    @Override
    public void arm(long salt) {
      came = 0;
      expected = 0;
    }

    @Override
    public Reading run() throws Exception {
      return timed ? batch.time(this::ask) : counted(batch.operations());
    }

    /// The number of the file that is wanted next; they come round again.
    private int next() {
      int file = requests[asked];
      asked = (asked + 1) % REQUESTS;
      return file;
    }

    private Reading counted(long number) throws IOException {
      long start = System.nanoTime();
      long bytes = read(number);
      Reading _ = batch.took(System.nanoTime() - start);
      return new Reading(bytes, number);
    }

    private void ask(long number) throws IOException {
      for (long i = 0; i < number; i++) {
        int file = next();
        cache.write(files[file], drain);
        expected += pages.size(file);
      }
    }

    private long read(long number) throws IOException {
      long bytes = 0;
      for (long i = 0; i < number; i++) {
        int file = next();
        long misses = cache.misses();
        cache.write(files[file], drain);
        expected += pages.size(file);
        bytes += cache.misses() > misses ? pages.size(file) : 0;
      }
      return bytes;
    }

    /// Looks at how many bytes came, and at those of the file that was asked for last, which most
    /// caches have.
    @Override
    public Optional<String> fault(long salt) throws IOException {
      if (came != expected) {
        return Optional.of(
            String.format(Locale.ROOT, "%d bytes came instead of %d", came, expected));
      }
      Path last = files[requests[Math.floorMod(asked - 1, REQUESTS)]];
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      cache.write(last, Channels.newChannel(bytes));
      return Arrays.equals(bytes.toByteArray(), Files.readAllBytes(last))
          ? Optional.empty()
          : Optional.of("other bytes came than " + last + " has");
    }

    @Override
    public void close() throws IOException {
      cache.close();
    }
  }

  /// Requests for files: the n-th most wanted file is asked for 1/n as often as the first, as on
  /// most sites (Zipf's law). The same for all contestants.
  private static int[] requests(int files) {
    double[] sums = new double[files];
    double sum = 0;
    for (int n = 0; n < files; n++) {
      sum += 1.0 / (n + 1);
      sums[n] = sum;
    }
    SplittableRandom random = new SplittableRandom(SEED);
    int[] requests = new int[REQUESTS];
    for (int i = 0; i < REQUESTS; i++) {
      int found = Arrays.binarySearch(sums, random.nextDouble() * sum);
      requests[i] = Math.min(files - 1, found < 0 ? -found - 1 : found);
    }
    return requests;
  }
}
