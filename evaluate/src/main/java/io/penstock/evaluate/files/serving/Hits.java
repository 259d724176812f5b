package io.penstock.evaluate.files.serving;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// Asking for files as clients of a server do, in one thread; they go nowhere.
final class Hits implements Exercise {
  /// The drill that is timed; the other one counts bytes that are read from files.
  static final String TIME = "files-hits-time";

  static final String READ = "files-hits-read";
  static final String WAY = "way";

  /// The memory has room for this part of the files.
  static final int PART = 10;

  @Override
  public Session prepare(DrillTask task) throws IOException {
    Pages pages = Pages.of(task);
    Shelf shelf = Shelves.of(task.drill().option(WAY), pages.bytes() / PART);
    return new Asking(pages, shelf, task);
  }

  /// Takes everything and keeps nothing.
  private static final class Drain implements WritableByteChannel {
    private long bytes;

    @Override
    public int write(ByteBuffer from) {
      int count = from.remaining();
      bytes += count;
      from.position(from.limit());
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private static final class Asking implements Session {
    private final Pages pages;
    private final Path[] files;
    private final Shelf shelf;
    private final Requests requests;
    private final Drain drain = new Drain();
    private final boolean timed;
    private final Batch batch;
    private long expected;

    Asking(Pages pages, Shelf shelf, DrillTask task) {
      this.pages = pages;
      this.shelf = shelf;
      this.files = IntStream.range(0, pages.files()).mapToObj(pages::file).toArray(Path[]::new);
      this.requests = new Requests(pages.files());
      this.timed = task.drill().name().equals(TIME);
      this.batch = new Batch(task);
    }

    @Override
    public void arm(long salt) {
      drain.bytes = 0;
      expected = 0;
    }

    @Override
    public Reading run() throws Exception {
      return timed ? batch.time(this::ask) : counted(batch.operations());
    }

    private Reading counted(long number) throws IOException {
      long start = System.nanoTime();
      long bytes = read(number);
      Reading _ = batch.took(System.nanoTime() - start);
      return new Reading(bytes, number);
    }

    private void ask(long number) throws IOException {
      for (long i = 0; i < number; i++) {
        int file = requests.next();
        shelf.write(files[file], drain);
        expected += pages.size(file);
      }
    }

    private long read(long number) throws IOException {
      long bytes = 0;
      for (long i = 0; i < number; i++) {
        int file = requests.next();
        long misses = shelf.misses();
        shelf.write(files[file], drain);
        expected += pages.size(file);
        bytes += shelf.misses() > misses ? pages.size(file) : 0;
      }
      return bytes;
    }

    @Override
    public Optional<String> fault(long salt) {
      return drain.bytes == expected
          ? Optional.empty()
          : Optional.of(
              String.format(Locale.ROOT, "%d bytes came instead of %d", drain.bytes, expected));
    }

    @Override
    public void close() throws IOException {
      shelf.close();
    }
  }
}
