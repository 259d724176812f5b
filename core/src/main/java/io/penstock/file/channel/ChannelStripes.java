package io.penstock.file.channel;

import io.penstock.file.OpenPath;
import io.penstock.file.SteadyChannel;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// A few channels on one file, each used by some of the threads.
///
/// One channel takes a lock in every positional transfer (sun.nio.ch.NativeThreadSet, JDK 25),
/// which a few threads already feel. The first is opened with the file, the others when they are
/// first used; where nothing but its name leads to the file, the first serves for them too.
final class ChannelStripes implements Closeable {
  private static final int STRIPES = 4;

  private final SteadyChannel first;
  private final Optional<OpenPath> file;
  private final AtomicReferenceArray<SteadyChannel> stripes = new AtomicReferenceArray<>(STRIPES);

  /// @param file what leads to it, and is closed with the channels
  ChannelStripes(SteadyChannel first, Optional<OpenPath> file) {
    this.first = first;
    this.file = file;
  }

  int most() {
    return path().isPresent() ? STRIPES : 1;
  }

  SteadyChannel first() {
    return first;
  }

  /// What leads to the file always.
  Optional<Path> path() {
    return file.filter(OpenPath::lasts).map(OpenPath::path);
  }

  /// The channel of the current thread.
  SteadyChannel mine() throws IOException {
    int stripe = (int) Thread.currentThread().threadId() & (STRIPES - 1);
    SteadyChannel channel = stripes.get(stripe);
    return channel == null ? open(stripe) : channel;
  }

  private SteadyChannel open(int stripe) throws IOException {
    Optional<SteadyChannel> own = stripe == 0 ? Optional.empty() : first.another();
    if (!stripes.compareAndSet(stripe, null, own.orElse(first)) && own.isPresent()) {
      own.get().close();
    }
    return stripes.get(stripe);
  }

  @Override
  public void close() throws IOException {
    try {
      for (int stripe = 1; stripe < STRIPES; stripe++) {
        SteadyChannel channel = stripes.get(stripe);
        if (channel != null && channel != first) {
          channel.close();
        }
      }
    } finally {
      file.ifPresent(OpenPath::close);
      first.close();
    }
  }
}
