package io.penstock.file.channel;

import io.penstock.file.SteadyChannel;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// A few channels on one file, each used by some of the threads.
///
/// One channel takes a lock in every positional transfer (sun.nio.ch.NativeThreadSet, JDK 25),
/// which a few threads already feel. The first is opened with the file, the others when they are
/// first used; where the path no longer leads to the file by then, the first serves for them too.
final class ChannelStripes implements Closeable {
  private static final int STRIPES = 4;

  private final SteadyChannel first;
  private final AtomicReferenceArray<SteadyChannel> stripes = new AtomicReferenceArray<>(STRIPES);

  ChannelStripes(Path path, Set<OpenOption> options) throws IOException {
    this.first = new SteadyChannel(path, options);
  }

  int count() {
    return STRIPES;
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
        if (channel != null) {
          channel.close();
        }
      }
    } finally {
      first.close();
    }
  }
}
