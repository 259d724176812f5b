package io.penstock.evaluate.text;

import io.penstock.text.Lines;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Ways of counting newlines.
final class NewlinePasses implements Passes {
  static final String READ = "read";
  static final String BUFFERED = "buffered-input-stream";
  static final String DIRECT = "direct-buffering";
  static final String WHOLE = "whole-file";
  static final String CHANNEL = "jdk-channel";
  static final String PENSTOCK = "penstock";
  static final String PARALLEL = "penstock-parallel";

  /// What the article says that buffers are long.
  private static final int CLASSIC_BUFFER = 2048;

  private static final int BUFFER = 128 << 10;

  @Override
  public Pass of(Subject subject) {
    Path path = subject.path();
    return switch (subject.way()) {
      case READ -> () -> read(path);
      case BUFFERED -> () -> buffered(path);
      case DIRECT -> () -> direct(path);
      case WHOLE -> () -> newlines(Files.readAllBytes(path));
      case CHANNEL -> () -> ReadPasses.channel(path, BUFFER);
      case PENSTOCK -> () -> Lines.of(path).newlines();
      case PARALLEL -> () -> Lines.of(path).parallel(subject.threads()).newlines();
      default -> throw subject.unknown();
    };
  }

  private static long read(Path path) throws IOException {
    try (InputStream in = new FileInputStream(path.toFile())) {
      return byByte(in);
    }
  }

  private static long buffered(Path path) throws IOException {
    try (InputStream in = new BufferedInputStream(new FileInputStream(path.toFile()))) {
      return byByte(in);
    }
  }

  private static long byByte(InputStream in) throws IOException {
    long count = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        count++;
      }
    }
    return count;
  }

  private static long direct(Path path) throws IOException {
    byte[] buffer = new byte[CLASSIC_BUFFER];
    long count = 0;
    try (InputStream in = new FileInputStream(path.toFile())) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        count += newlines(buffer, n);
      }
    }
    return count;
  }

  private static long newlines(byte[] bytes) {
    return newlines(bytes, bytes.length);
  }

  private static long newlines(byte[] bytes, int length) {
    long count = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        count++;
      }
    }
    return count;
  }
}
