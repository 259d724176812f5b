package io.penstock.file;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/// A new file appears when it is closed and complete, or not at all.
///
/// Complete means that as many elements were written as there are. A program that fails half-way
/// leaves its `try` block without having written them all, and what it left must not take the place
/// of a good file.
final class PublishedCompletion implements Completion {
  private final FileHandle handle;
  private final Publication publication;
  private final long elements;
  private final LongAdder written = new LongAdder();
  private volatile boolean declared;
  private boolean closed;

  PublishedCompletion(FileHandle handle, Publication publication, long elements) {
    this.handle = handle;
    this.publication = publication;
    this.elements = elements;
  }

  @Override
  public void moved(Direction direction, long count) {
    if (direction == Direction.WRITE) {
      written.add(count);
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
    boolean published = false;
    try {
      requireComplete();
      handle.sync();
      handle.close();
      publication.publish();
      published = true;
    } finally {
      if (!published) {
        discard();
      }
    }
  }

  private void requireComplete() throws IOException {
    if (!declared && written.sum() < elements) {
      throw new IOException(
          "%s was not created: %d of its %d elements were written; write the rest, or call complete() to leave them zero"
              .formatted(publication.target(), written.sum(), elements));
    }
  }

  private void discard() throws IOException {
    try {
      handle.close();
    } finally {
      publication.discard();
    }
  }
}
