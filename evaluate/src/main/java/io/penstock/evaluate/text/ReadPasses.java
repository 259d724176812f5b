package io.penstock.evaluate.text;

import io.penstock.text.Lines;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Ways of reading a text in calls of a size that is given; newlines are counted, so that all of it
/// is looked at.
final class ReadPasses implements Passes {
  static final String STREAM = "file-input-stream";
  static final String CHANNEL = "jdk-channel";
  static final String PENSTOCK = "penstock";

  @Override
  public Pass of(Subject subject) {
    Path path = subject.path();
    int request = subject.request();
    return switch (subject.way()) {
      case STREAM -> () -> stream(path, request);
      case CHANNEL -> () -> channel(path, request);
      case PENSTOCK -> () -> Lines.of(path).withChunk(request).newlines();
      default -> throw subject.unknown();
    };
  }

  private static long stream(Path path, int request) throws IOException {
    byte[] buffer = new byte[request];
    MemorySegment bytes = MemorySegment.ofArray(buffer);
    long count = 0;
    try (InputStream in = new FileInputStream(path.toFile())) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        count += VectorLoop.newlines(bytes, n);
      }
    }
    return count;
  }

  static long channel(Path path, int request) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(request);
    MemorySegment bytes = MemorySegment.ofBuffer(buffer);
    long count = 0;
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      for (int n = channel.read(buffer); n >= 0; n = channel.read(buffer.clear())) {
        count += VectorLoop.newlines(bytes, n);
      }
    }
    return count;
  }
}
