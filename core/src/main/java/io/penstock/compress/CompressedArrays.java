package io.penstock.compress;

import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Npy;
import io.penstock.file.Publication;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

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
    return ArrayFile.open(archive, access.withEngine(new SeekableEngine(limits, access.engine())));
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
}
