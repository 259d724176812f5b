package io.penstock.file;

import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The last step of a file: it is closed and, if it is a new one, published.
///
/// A new file appears when it is closed and complete, or not at all. Complete means that as many
/// elements were written as there are. A program that fails half-way leaves its `try` block without
/// having written them all, and what it left must not take the place of a good file.
final class Completion {
  private final FileHandle handle;

  /// Null for a file that was there before, or appeared at once.
  private final @Nullable Publication publication;

  private final long elements;
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private volatile boolean declared;
  private boolean closed;

  /// Of a file that was there before, or appeared at once.
  Completion(FileHandle handle) {
    this(handle, null, 0);
  }

  /// Of a new file of so many elements.
  Completion(FileHandle handle, @Nullable Publication publication, long elements) {
    this.handle = handle;
    this.publication = publication;
    this.elements = elements;
  }

  /// Records that a transfer begins; [#end] follows only if it does not fail.
  void begin(TransferDirection direction) {
    if (publication != null && direction == TransferDirection.WRITE) {
      begun.incrementAndGet();
    }
  }

  /// Records that a transfer has moved so many elements.
  void end(TransferDirection direction, long count) {
    if (publication != null && direction == TransferDirection.WRITE) {
      written.addAndGet(count);
      ended.incrementAndGet();
    }
  }

  /// Takes the file for complete whatever was written.
  void declare() {
    if (publication == null) {
      throw new IllegalStateException("only a file that appears when complete can be declared so");
    }
    declared = true;
  }

  void close() throws IOException {
    if (publication == null) {
      handle.close();
    } else {
      publish(publication);
    }
  }

  private synchronized void publish(Publication made) throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      handle.close(this);
      made.publish();
    } catch (IOException | RuntimeException | Error e) {
      discard(made, e);
      throw e;
    }
  }

  private static void discard(Publication publication, Throwable first) {
    Failures failures = new Failures();
    failures.add(first);
    failures.of(publication::discard);
  }

  /// Checks that a new file is complete, and syncs it. Called when no write can begin any more.
  ///
  /// @throws IOException if a write failed or elements are missing
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
              Objects.requireNonNull(publication).target()));
    }
    if (!declared && written.get() < elements) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s was not created: %d of its %d elements were written; write the rest, or call complete() to leave them zero",
              Objects.requireNonNull(publication).target(),
              written.get(),
              elements));
    }
  }
}
