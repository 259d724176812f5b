package io.penstock.evaluate.run;

import io.penstock.evaluate.run.FileWork.Operation;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/// A file that is made, and compared by all processors, outside the timed part.
///
/// @param path of the file
/// @param pattern of its contents
/// @param bytes its whole length
/// @param period after which its contents repeat themselves
record FileContents(Path path, ContentPattern pattern, long bytes, long period) {
  private static final int SLICE_BYTES = 1 << 20;
  private static final ThreadLocal<ByteBuffer> BUFFER =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(SLICE_BYTES));

  /// The salt of files that are read.
  static final long READ_SALT = 1;

  /// The file in a folder that a work begins with: works on the same one share it.
  ///
  /// Files that are read stay as they are, files that are written change in each run; files that
  /// were brought into another state lie otherwise in memory.
  static FileContents of(FileWork work, FileState state, Path folder) {
    boolean reads = work.operation() == Operation.READ;
    ContentPattern pattern =
        reads
            ? ContentPattern.of(READ_SALT, work.type(), work.order())
            : new ContentPattern(READ_SALT, 1);
    String name =
        String.format(
            Locale.ROOT,
            "%s-%d-%d-%s.bin",
            reads ? "read" : "write",
            pattern.swapBytes(),
            work.fileBytes(),
            state.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    return new FileContents(folder.resolve(name), pattern, work.fileBytes());
  }

  /// A file that never repeats itself.
  FileContents(Path path, ContentPattern pattern, long bytes) {
    this(path, pattern, bytes, bytes);
  }

  /// Writes the whole file, piece after piece, and forces it to the device.
  ///
  /// @param pieceBytes of one call
  /// @throws IOException if the file cannot be written, on a full disk for instance
  void make(int pieceBytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer buffer =
          ByteBuffer.allocateDirect((int) Math.min(Math.max(pieceBytes, SLICE_BYTES), bytes));
      for (long at = 0; at < bytes; at += buffer.limit()) {
        buffer.clear().limit((int) Math.min(buffer.capacity(), bytes - at));
        pattern.fill(MemorySegment.ofBuffer(buffer), at);
        write(channel, buffer, at, pieceBytes);
      }
      channel.force(true);
    }
  }

  /// Says in one line where the file differs from what it should hold, its length included.
  ///
  /// @throws IOException if the file cannot be read
  Optional<String> difference() throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      if (channel.size() != bytes) {
        return Optional.of(
            String.format(
                Locale.ROOT, "%s has %d bytes instead of %d", path, channel.size(), bytes));
      }
      return LongStream.iterate(0, at -> at < bytes, at -> at + SLICE_BYTES)
          .parallel()
          .mapToObj(at -> difference(channel, at))
          .flatMap(Optional::stream)
          .findAny()
          .map(at -> String.format(Locale.ROOT, "byte %d of %s is not the one written", at, path));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Optional<Long> difference(FileChannel channel, long at) {
    try {
      ByteBuffer buffer = BUFFER.get().clear().limit((int) Math.min(SLICE_BYTES, bytes - at));
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, at + buffer.position()) < 0) {
          throw new EOFException(path + " became shorter while it was compared");
        }
      }
      OptionalLong found = mismatch(MemorySegment.ofBuffer(buffer.flip()), at);
      return found.isPresent() ? Optional.of(at + found.getAsLong()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private OptionalLong mismatch(MemorySegment memory, long at) {
    long done = 0;
    OptionalLong found = OptionalLong.empty();
    while (found.isEmpty() && done < memory.byteSize()) {
      long position = (at + done) % period;
      long length = Math.min(memory.byteSize() - done, period - position);
      OptionalLong wrong = pattern.mismatch(memory.asSlice(done, length), position);
      found = wrong.isPresent() ? OptionalLong.of(done + wrong.getAsLong()) : wrong;
      done += length;
    }
    return found;
  }

  private static void write(FileChannel channel, ByteBuffer buffer, long at, int pieceBytes)
      throws IOException {
    int end = buffer.limit();
    while (buffer.position() < end) {
      buffer.limit(Math.min(end, buffer.position() + pieceBytes));
      channel.write(buffer, at + buffer.position());
    }
  }
}
