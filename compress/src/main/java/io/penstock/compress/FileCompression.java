package io.penstock.compress;

import io.penstock.file.FileErrors;
import io.penstock.file.Publication;
import io.penstock.file.SequentialInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The file calls of [Compression], apart from it: the verifier would load their classes for every
/// stream in a fresh JVM.
final class FileCompression {
  private static final int PIECE_BYTES = 256 << 10;

  private FileCompression() {}

  static void compress(Path from, Path to, Packing packing) throws IOException {
    write(from, to, out -> pack(from, out, packing));
  }

  private static void pack(Path from, OutputStream target, Packing packing) throws IOException {
    try (InputStream in = SequentialInput.open(from);
        OutputStream out = Compression.output(target, packing)) {
      byte[] piece = new byte[PIECE_BYTES];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        out.write(piece, 0, n);
      }
    }
  }

  static void decompress(Path from, Path to, Limits limits) throws IOException {
    write(from, to, out -> unpack(from, out, limits));
  }

  private static void unpack(Path from, OutputStream out, Limits limits) throws IOException {
    Optional<SeekableFile> seekable =
        Files.isRegularFile(from) ? SeekableFile.openIfSeekable(from, limits) : Optional.empty();
    if (seekable.isPresent()) {
      try (SeekableFile frames = seekable.get()) {
        frames.transferTo(out, Runtime.getRuntime().availableProcessors());
      }
      return;
    }
    try (InputStream packed = SequentialInput.open(from);
        InputStream content = Compression.input(packed, from.toString(), limits)) {
      long _ = content.transferTo(out);
    }
  }

  /// Writes what is made of one file to a new one.
  private static void write(Path from, Path to, Publication.Content content) throws IOException {
    boolean regular = FileErrors.readable(from).isRegularFile();
    if (Files.exists(to) && Files.isSameFile(from, to)) {
      throw new FileSystemException(
          to.toString(), null, "is the file that is read; name another one for the result");
    }
    Publication made = Publication.ofNew(to);
    List<String> _ = (regular ? made.withRightsOf(from) : made).write(content);
  }
}
