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

/// A place for the bytes of one object.
interface Medium {
  OutputStream out() throws IOException;

  InputStream in() throws IOException;

  long bytes() throws IOException;

  void delete() throws IOException;

  /// A file that is not there yet.
  static Medium file(Path file) {
    return new Medium() {
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
    };
  }

  /// An array that has grown once: what it costs to grow is no way's own.
  final class Memory implements Medium {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private byte[] kept = {};

    @Override
    public OutputStream out() {
      delete();
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
