package io.penstock.text;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
          : new SequentialChunks(new FileInputStream(path.toFile()));
    }

    @Override
    public BlockSource blocks() throws IOException {
      long size = size(path);
      return size > 0
          ? new FileBlocks(TextFile.open(path, size))
          : new SequentialBlocks(new FileInputStream(path.toFile()));
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
      return new SequentialChunks(new Unclosed(stream));
    }

    @Override
    public BlockSource blocks() {
      return new SequentialBlocks(new Unclosed(stream));
    }

    @Override
    public String name() {
      return "the stream";
    }
  }

  /// The size of a regular file; 0 of what has to be read to know how long it is. Files of the
  /// kernel's own, as in `/proc`, say 0 as well.
  ///
  /// @throws FileSystemException if there is nothing to read, with the reason
  static long size(Path path) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(path.toString(), null, "no such file");
    }
    if (attributes.isDirectory()) {
      throw new FileSystemException(path.toString(), null, "is a folder; name a file");
    }
    return attributes.isRegularFile() ? attributes.size() : 0;
  }
}
