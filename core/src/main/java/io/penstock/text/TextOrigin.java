package io.penstock.text;

import io.penstock.file.FileErrors;
import io.penstock.file.SequentialInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Where text comes from.
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
      long size = size(path);
      return size > 0
          ? new FileChunks(TextFile.open(path, size), chunkBytes)
          : new SequentialChunks(SequentialInput.open(path));
    }

    @Override
    public BlockSource blocks() throws IOException {
      long size = size(path);
      return size > 0
          ? new FileBlocks(TextFile.open(path, size))
          : new SequentialBlocks(SequentialInput.open(path));
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
      return new SequentialBlocks(new Unclosed(SequentialInput.of(stream, name())));
    }

    @Override
    public String name() {
      return "the stream";
    }
  }

  /// The size of a regular file; 0 of what has to be read to know how long it is. Files of the
  /// kernel's own, as in `/proc`, say 0 as well.
  ///
  /// @throws java.nio.file.FileSystemException if there is nothing to read, with the reason
  static long size(Path path) throws IOException {
    BasicFileAttributes attributes = FileErrors.readable(path);
    return attributes.isRegularFile() ? attributes.size() : 0;
  }
}
