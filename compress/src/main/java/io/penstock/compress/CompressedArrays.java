package io.penstock.compress;

import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Publication;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Array files that are compressed: a `.npy` file in a seekable archive. Any program that unpacks
/// the archive gets the `.npy` file.
///
/// ```java
/// Npy format = Npy.of(ElementType.DOUBLE, Shape.of(4096, 4096));
/// CompressedArrays.write(path, format, MemorySegment.ofArray(field), Packing.of(Codecs.named("zstd")));
/// try (ArrayFile file = CompressedArrays.open(path)) {
///   file.read(Hyperslab.at(1024, 512).count(256, 256), tile); // decompresses the frames of these rows
/// }
/// ```
public final class CompressedArrays {
  private CompressedArrays() {}

  /// Opens a compressed `.npy` file for reading. Whatever is read, only the frames that hold it are
  /// decompressed; those used last are kept.
  ///
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   read
  /// @throws io.penstock.file.FormatException if it is no seekable archive, or its content is not a
  ///   whole `.npy` file of numbers
  public static ArrayFile open(Path archive) throws IOException {
    return open(archive, Access.read(), Limits.defaults());
  }

  /// Opens a compressed `.npy` file; see [#open(Path)].
  ///
  /// @param access for reading; its engine reads the archive's own bytes
  /// @param limits of which the memory bounds each frame
  /// @throws java.nio.file.FileSystemException as [#open(Path)], and if `access` is for writing
  public static ArrayFile open(Path archive, Access access, Limits limits) throws IOException {
    return ArrayFile.open(archive, access.withEngine(engine(limits, access.engine())));
  }

  /// Writes an array to a compressed `.npy` file, which appears under its name, durably and in
  /// place of an older one, when it is complete.
  ///
  /// @param elements the array's bytes as they lie in a file of `format`: in its byte order and
  ///   storage order
  /// @throws IllegalArgumentException if they are not as many as the format says
  /// @throws IOException if the folder is missing, may not be written, or has no room
  public static void write(Path archive, Npy format, MemorySegment elements, Packing packing)
      throws IOException {
    if (elements.byteSize() != format.dataBytes()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d bytes are not the %d of the array",
              elements.byteSize(),
              format.dataBytes()));
    }
    List<String> _ =
        Publication.write(
            archive,
            file -> {
              try (OutputStream out = Compression.seekable(file, packing)) {
                out.write(format.header());
                Compression.copy(elements, out);
              }
            });
  }

  /// An engine that reads the content of seekable archives as if they were plain files.
  ///
  /// @param limits see [SeekableFile#open(Path, Limits)]
  /// @param below reads the archive's own bytes
  private static FileEngine engine(Limits limits, FileEngine below) {
    return new FileEngine() {
      @Override
      public String name() {
        return "seekable";
      }

      @Override
      public Optional<String> obstacle() {
        return Optional.empty();
      }

      @Override
      public EngineFile open(Path file, OpenMode mode) throws IOException {
        if (mode != OpenMode.READ) {
          throw readOnly(file);
        }
        return new Content(file, SeekableFile.open(file, limits, below));
      }

      @Override
      public EngineFile create(Path file) throws IOException {
        throw readOnly(file);
      }
    };
  }

  private static IOException readOnly(Path file) {
    return new FileSystemException(
        file.toString(),
        null,
        "a compressed array can be read or written anew, not changed; unpack it first");
  }

  /// The content of an archive.
  ///
  /// @param path for messages
  private record Content(Path path, SeekableFile file) implements EngineFile {
    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      if (offset > file.size() - length) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s: %d bytes at offset %d are not all in its content, which ends at %d",
                path,
                length,
                offset,
                file.size()));
      }
      file.read(offset, target.asSlice(at, length));
    }

    @Override
    public boolean cached(long offset, long length) {
      return false;
    }

    @Override
    public long tryRead(long offset, Object array, long at, long length) throws IOException {
      if (!(array instanceof byte[] bytes)) {
        return 0;
      }
      file.read(offset, bytes, Math.toIntExact(at), Math.toIntExact(length));
      return length;
    }

    @Override
    public void write(long offset, MemorySegment source, long at, long length) throws IOException {
      throw readOnly(path);
    }

    @Override
    public int preferredBytes() {
      return Math.clamp(file.largestFrame(), 64 << 10, 2 << 20);
    }

    @Override
    public int alignment() {
      return 1;
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void reserve(long size) throws IOException {
      throw readOnly(path);
    }

    @Override
    public void resize(long size) throws IOException {
      throw readOnly(path);
    }

    @Override
    public void sync() {}

    @Override
    public String explain() {
      return String.format(
          Locale.ROOT,
          "%s in %d frames of at most %d bytes, of which %d were decompressed so far",
          file.codec().name(),
          file.frames(),
          file.largestFrame(),
          file.framesDecoded());
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
