package io.penstock.evaluate.objects;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The media that bytes are kept on, each time anew.
enum Media {
  FILE {
    @Override
    Medium at(Path file) {
      return new OnDisk(file);
    }
  },
  MEMORY {
    @Override
    Medium at(Path file) {
      return new InMemory(new ByteArrayOutputStream());
    }
  };

  /// @param file that is not there yet
  abstract Medium at(Path file);

  /// A place for the bytes of one object.
  interface Medium {
    OutputStream out() throws IOException;

    InputStream in() throws IOException;

    long bytes() throws IOException;

    void delete() throws IOException;
  }

  private record OnDisk(Path file) implements Medium {
    @Override
    public OutputStream out() throws IOException {
      return new BufferedOutputStream(new FileOutputStream(file.toFile()));
    }

    @Override
    public InputStream in() throws IOException {
      return new BufferedInputStream(new FileInputStream(file.toFile()));
    }

    @Override
    public long bytes() throws IOException {
      return Files.size(file);
    }

    @Override
    public void delete() throws IOException {
      Files.deleteIfExists(file);
    }
  }

  /// An array that has grown once: what it costs to grow is no way's own.
  private static final class InMemory implements Medium {
    private final ByteArrayOutputStream bytes;
    private byte[] kept = {};

    InMemory(ByteArrayOutputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public OutputStream out() {
      bytes.reset();
      kept = new byte[0];
      return bytes;
    }

    @Override
    public InputStream in() {
      if (kept.length == 0) {
        kept = bytes.toByteArray();
      }
      return new ByteArrayInputStream(kept);
    }

    @Override
    public long bytes() {
      return bytes.size();
    }

    @Override
    public void delete() {
      bytes.reset();
      kept = new byte[0];
    }
  }
}
