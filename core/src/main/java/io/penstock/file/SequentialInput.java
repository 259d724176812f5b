package io.penstock.file;

import io.penstock.ffi.FileName;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Bytes that are read from their begin to their end, as those of a pipe: what goes wrong names
/// them, and the place.
///
/// Calls no native code. Belongs to one thread at a time.
public final class SequentialInput extends InputStream {
  private final InputStream input;
  private final String name;
  private long offset;

  private SequentialInput(InputStream input, String name) {
    this.input = input;
    this.name = name;
  }

  /// Opens a file, a pipe or a device.
  ///
  /// @throws FileSystemException if it cannot be opened
  public static SequentialInput open(Path path) throws IOException {
    try {
      return of(input(path), path.toString());
    } catch (FileNotFoundException e) { // whatever the reason: it is in the message
      FileSystemException told =
          new FileSystemException(path.toString(), null, "cannot be opened: " + e.getMessage());
      told.initCause(e);
      throw told;
    } catch (FileSystemException e) {
      throw FileErrors.explained(path, e);
    }
  }

  /// Those of the system by a stream that no interrupt closes. A name that is no text in the JVM's
  /// encoding would be that of another file as a [File].
  private static InputStream input(Path path) throws IOException {
    if (FileName.isSystems(path)) {
      File named = path.toFile();
      if (named.toPath().equals(path)) {
        return new FileInputStream(named);
      }
    }
    return Files.newInputStream(path);
  }

  /// Reads what a stream has left.
  ///
  /// @param name for messages
  public static SequentialInput of(InputStream stream, String name) {
    return new SequentialInput(stream, name);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int n;
    do {
      n = read(one, 0, 1);
    } while (n == 0);
    return n < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int count) throws IOException {
    try {
      int n = input.read(target, from, count);
      offset += Math.max(0, n);
      return n;
    } catch (IOException e) {
      throw new IOException(
          String.format(
              Locale.ROOT, "%s: cannot be read at byte %d: %s", name, offset, FileErrors.reason(e)),
          e);
    }
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
