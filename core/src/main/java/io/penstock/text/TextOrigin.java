package io.penstock.text;

import io.penstock.file.FileErrors;
import io.penstock.file.SequentialInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// A source of text: a path or a stream.
sealed interface TextOrigin {
  /// Opens it.
  ///
  /// @param chunkBytes the usual length of a chunk
  ChunkSource chunks(int chunkBytes) throws IOException;

  /// Opens it to be counted.
  BlockSource blocks() throws IOException;

  /// For messages.
  String name();

  /// What a path leads to: a regular file, a pipe, a device.
  record OfPath(Path path) implements TextOrigin {
    @Override
    public ChunkSource chunks(int chunkBytes) throws IOException {
      Optional<TextFile> file = sized(path);
      return file.isPresent()
          ? new FileChunks(file.get(), chunkBytes)
          : new SequentialChunks(SequentialInput.open(path));
    }

    @Override
    public BlockSource blocks() throws IOException {
      Optional<TextFile> file = sized(path);
      return file.isPresent()
          ? new BlockSource.OfFile(file.get())
          : new BlockSource.OfInput(SequentialInput.open(path));
    }

    @Override
    public String name() {
      return path.toString();
    }
  }

  /// What a stream has left. It is not closed here.
  record OfStream(InputStream stream) implements TextOrigin {
    @Override
    public ChunkSource chunks(int chunkBytes) {
      return new SequentialChunks(new Unclosed(SequentialInput.of(stream, name())));
    }

    @Override
    public BlockSource blocks() {
      return new BlockSource.OfInput(new Unclosed(SequentialInput.of(stream, name())));
    }

    @Override
    public String name() {
      return "the stream";
    }
  }

  /// A regular file that is as long as it says; empty for what has to be read to know how long it
  /// is: pipes and devices, and files of the kernel's own and of some other file systems, as in
  /// `/proc`, which says that they have no bytes, and `/sys`, which says 4096.
  ///
  /// @throws java.nio.file.FileSystemException if there is nothing to read, with the reason
  private static Optional<TextFile> sized(Path path) throws IOException {
    BasicFileAttributes attributes = FileErrors.readable(path);
    return attributes.isRegularFile() && attributes.size() > 0
        ? TextFile.open(path, attributes.size())
        : Optional.empty();
  }
}
