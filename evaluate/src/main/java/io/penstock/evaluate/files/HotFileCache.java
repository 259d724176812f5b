package io.penstock.evaluate.files;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.penstock.tree.cache.CacheStatistics;
import io.penstock.tree.cache.CachedFile;
import io.penstock.tree.cache.FileCache;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A cache of the files of a server. For one thread.
interface HotFileCache extends Closeable {
  /// Writes a whole file.
  void write(Path file, WritableByteChannel out) throws IOException;

  /// How many times a file was read so far.
  long misses();

  @Override
  default void close() {}

  /// One that keeps nothing.
  static HotFileCache none() {
    return ofArrays(new LinkedHashMap<>(), 0, false);
  }

  /// Byte arrays of the files that are asked for first.
  ///
  /// @param room how many bytes of files may be kept in memory, as for the others
  static HotFileCache ofFirstAsked(long room) {
    return ofArrays(new LinkedHashMap<>(), room, false);
  }

  /// Byte arrays of the files that were asked for last.
  static HotFileCache ofLastAsked(long room) {
    return ofArrays(new LinkedHashMap<>(16, 0.75f, true), room, true);
  }

  /// Byte arrays that Caffeine keeps.
  static HotFileCache caffeine(long room) {
    return new HotFileCache() {
      private final Cache<Path, byte[]> files =
          Caffeine.newBuilder()
              .maximumWeight(room)
              .weigher((Path _, byte[] bytes) -> bytes.length)
              .executor(Runnable::run)
              .build();
      private long misses;

      @Override
      public void write(Path file, WritableByteChannel out) throws IOException {
        int _ = out.write(ByteBuffer.wrap(files.get(file, this::load)));
      }

      private byte[] load(Path file) {
        misses++;
        try {
          return Files.readAllBytes(file);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public long misses() {
        return misses;
      }
    };
  }

  /// Penstock's cache.
  static HotFileCache penstock(long room) {
    FileCache cache = FileCache.of(room, Duration.ofMillis(200));
    return new HotFileCache() {
      @Override
      public void write(Path file, WritableByteChannel out) throws IOException {
        try (CachedFile open = cache.open(file)) {
          long _ = open.writeTo(out, 0, open.size());
        }
      }

      @Override
      public long misses() {
        CacheStatistics statistics = cache.statistics();
        return statistics.loads() + statistics.passed();
      }

      @Override
      public void close() {
        cache.close();
      }
    };
  }

  /// Byte arrays in a map. The book leaves open how a server learns what is wanted most: here the
  /// files that are asked for first stay, or those that were asked for last.
  private static HotFileCache ofArrays(Map<Path, byte[]> files, long room, boolean evicting) {
    return new HotFileCache() {
      private static final byte[] NONE = {};

      private long used;
      private long misses;

      @Override
      public void write(Path file, WritableByteChannel out) throws IOException {
        byte[] bytes =
            Optional.ofNullable(files.get(file)).orElse(NONE); // no file here is without a byte
        if (bytes.length == 0) {
          bytes = Files.readAllBytes(file);
          misses++;
          keep(file, bytes);
        }
        int _ = out.write(ByteBuffer.wrap(bytes));
      }

      private void keep(Path file, byte[] bytes) {
        if (bytes.length > room || (!evicting && used + bytes.length > room)) {
          return;
        }
        files.put(file, bytes);
        used += bytes.length;
        var eldest = files.entrySet().iterator();
        while (used > room) {
          used -= eldest.next().getValue().length;
          eldest.remove();
        }
      }

      @Override
      public long misses() {
        return misses;
      }
    };
  }
}
