package io.penstock.tree.cache;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Instant;

/// One state of a file, from [FileCache#open] until it is closed: what it gives never mixes two
/// states. Used by one thread at a time.
public interface CachedFile extends Closeable {
  /// In bytes.
  long size();

  /// The time of its last change.
  Instant modified();

  /// Whether it is in the cache's memory.
  boolean inMemory();

  /// Writes a part to a channel: from the cache's memory without a copy, else from the file through
  /// pooled memory, of which it holds 16 KiB until the channel has taken all.
  ///
  /// @return bytes written; fewer than `count` only where the channel does not block
  /// @throws IndexOutOfBoundsException if the file has no such part
  /// @throws IllegalStateException if this was closed
  /// @throws IOException if the channel fails, or the file has changed since it was opened and is
  ///   not in memory; then the last of the bytes were not written
  long writeTo(WritableByteChannel out, long offset, long count) throws IOException;

  /// Writes a head and, behind it, a part of the file: from the cache's memory both by one call of
  /// the system.
  ///
  /// @param head what remains in it comes first
  /// @return bytes of the file written; fewer than `count` only where the channel does not block
  /// @throws IndexOutOfBoundsException if the file has no such part; nothing is written
  /// @throws IllegalStateException if this was closed
  /// @throws IOException as [#writeTo(WritableByteChannel,long,long)]
  long writeTo(GatheringByteChannel out, ByteBuffer head, long offset, long count)
      throws IOException;

  /// Gives the memory or the file back. Further calls do nothing.
  @Override
  void close() throws IOException;
}
