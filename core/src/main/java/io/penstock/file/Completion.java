package io.penstock.file;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/// The last step of a file: it is closed, or given its name as well.
interface Completion {
  /// A transfer begins; [#end] follows only if it does not fail.
  void begin(Direction direction);

  /// A transfer has moved so many elements.
  void end(Direction direction, long elements);

  /// Takes the file for complete whatever was written.
  void declare();

  void close() throws IOException;

  /// Of a file that was there before, or appeared at once.
  record Plain(FileHandle handle) implements Completion {
    @Override
    public void begin(Direction direction) {}

    @Override
    public void end(Direction direction, long elements) {}

    @Override
    public void declare() {
      throw new IllegalStateException("only a file that appears when complete can be declared so");
    }

    @Override
    public void close() throws IOException {
      handle.close();
    }
  }

  /// Of a new file, which appears when it is closed and complete, or not at all.
  ///
  /// Complete means that as many elements were written as there are. A program that fails half-way
  /// leaves its `try` block without having written them all, and what it left must not take the
  /// place of a good file.
  final class Published implements Completion {
    private final FileHandle handle;
    private final Publication publication;
    private final long elements;
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private volatile boolean declared;
    private boolean closed;

    Published(FileHandle handle, Publication publication, long elements) {
      this.handle = handle;
      this.publication = publication;
      this.elements = elements;
    }

    @Override
    public void begin(Direction direction) {
      if (direction == Direction.WRITE) {
        begun.incrementAndGet();
      }
    }

    @Override
    public void end(Direction direction, long count) {
      if (direction == Direction.WRITE) {
        written.addAndGet(count);
        ended.incrementAndGet();
      }
    }

    @Override
    public void declare() {
      declared = true;
    }

    @Override
    public synchronized void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try {
        handle.close(this);
        publication.publish();
      } catch (IOException | RuntimeException | Error e) {
        discard(e);
        throw e;
      }
    }

    private void discard(Throwable first) {
      Failures failures = new Failures();
      failures.add(first);
      failures.of(publication::discard);
    }

    // Nobody writes any more: what is counted and synced is what appears.
    void complete(EngineFile file) throws IOException {
      requireComplete();
      file.sync();
    }

    private void requireComplete() throws IOException {
      if (begun.get() != ended.get()) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s was not created: a write has failed, or goes on; write it again to a new file",
                publication.target()));
      }
      if (!declared && written.get() < elements) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s was not created: %d of its %d elements were written; write the rest, or call complete() to leave them zero",
                publication.target(),
                written.get(),
                elements));
      }
    }
  }
}
