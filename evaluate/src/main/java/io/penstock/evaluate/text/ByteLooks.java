package io.penstock.evaluate.text;

import io.penstock.stream.ArrayRandomAccessFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Ways of looking at bytes of a file, each by its offset.
final class ByteLooks implements Looks {
  static final String FILE = "random-access-file";
  static final String BY_HAND = "buffer-by-hand";
  static final String MAPPED = "jdk-mapped";
  static final String PENSTOCK = "penstock";

  @Override
  public Look of(Subject subject) throws IOException {
    return switch (subject.way()) {
      case FILE -> new Unbuffered(new RandomAccessFile(subject.path().toFile(), "r"));
      case BY_HAND -> new ByHand(new RandomAccessFile(subject.path().toFile(), "r"));
      case MAPPED -> mapped(subject.path());
      case PENSTOCK -> new Penstock(new ArrayRandomAccessFile(subject.path().toFile(), "r"));
      default -> throw subject.unknown();
    };
  }

  @Override
  public Look reference(Subject subject) throws IOException {
    return mapped(subject.path());
  }

  private static Look mapped(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      return place -> bytes.get((int) place);
    }
  }

  private record Unbuffered(RandomAccessFile file) implements Look {
    @Override
    public long at(long place) throws IOException {
      file.seek(place);
      return file.read();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /// As the article describes it: a buffer of its own, filled from where a byte is wanted that is
  /// not in it.
  private static final class ByHand implements Look {
    private static final int BUFFER = 1024;

    private final RandomAccessFile file;
    private final byte[] buffer = new byte[BUFFER];
    private long start;
    private int length;

    ByHand(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public long at(long place) throws IOException {
      if (place < start || place >= start + length) {
        start = place;
        file.seek(place);
        length = file.read(buffer);
      }
      return buffer[(int) (place - start)];
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  private record Penstock(ArrayRandomAccessFile file) implements Look {
    @Override
    public long at(long place) throws IOException {
      file.seek(place);
      return file.read();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
