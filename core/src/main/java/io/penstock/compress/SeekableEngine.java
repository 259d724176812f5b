package io.penstock.compress;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.OpenMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Reads the content of seekable archives as if they were plain files; [CompressedArrays] opens
/// array files by it.
///
/// @param limits see [SeekableFile#open(Path, Limits)]
/// @param below what reads the archive's own bytes
record SeekableEngine(Limits limits, FileEngine below) implements FileEngine {
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

  private static IOException readOnly(Path file) {
    return new FileSystemException(
        file.toString(),
        null,
        "a compressed array can be read or written anew, not changed; unpack it first");
  }

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
