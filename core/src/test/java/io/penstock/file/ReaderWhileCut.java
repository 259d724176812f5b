package io.penstock.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;

/// A program that cuts a file and writes it again while a thread of it reads a few bytes at a time:
/// the page is gone before a copy, in it or just behind it.
final class ReaderWhileCut {
  private static final int SIZE = 1 << 20;
  private static final int CUT = 16 << 10;
  private static final int MOST = 64;

  private final EngineFile file;
  private volatile boolean ended;
  private String reader = "nothing";

  private ReaderWhileCut(EngineFile file) {
    this.file = file;
  }

  /// Arguments: file, engine or way, and how often it is cut. Says what the reader met at last.
  public static void main(String[] arguments) throws Exception {
    byte[] content = new byte[SIZE];
    Arrays.fill(content, (byte) 7);
    Path path = Files.write(Path.of(arguments[0]), content);
    try (EngineFile file = Engines.named(arguments[1]).open(path, OpenMode.READ)) {
      ReaderWhileCut program = new ReaderWhileCut(file);
      Thread reading = Thread.ofPlatform().start(program::read);
      try {
        cut(path, Integer.parseInt(arguments[2]));
      } finally {
        program.ended = true;
      }
      reading.join();
      System.out.println(program.reader);
    }
  }

  private static void cut(Path path, int times) throws IOException {
    byte[] content = new byte[CUT];
    Arrays.fill(content, (byte) 7);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      for (int i = 0; i < times; i++) {
        channel.truncate(SIZE - CUT);
        int _ = channel.write(ByteBuffer.wrap(content), SIZE - CUT);
        for (int turn = 0; turn < 2_000; turn++) {
          Thread.onSpinWait();
        }
      }
    }
  }

  /// An error of a fault may come up anywhere in this method, if not in the read.
  private void read() {
    try {
      SplittableRandom random = new SplittableRandom(1);
      byte[] target = new byte[MOST];
      int told = 0;
      while (!ended) {
        long offset = (long) SIZE - CUT + random.nextInt(CUT - MOST);
        told += isTold(offset, target, 1 + random.nextInt(MOST)) ? 1 : 0;
      }
      reader = told == 0 ? "no error" : "errors in reads";
    } catch (InternalError e) {
      reader = e.toString();
    }
  }

  private boolean isTold(long offset, byte[] target, int length) {
    try {
      long _ = file.tryRead(offset, target, 0, length);
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
