package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.report.Axis;
import io.penstock.text.Lines;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/// The cost of reading a log by the size of a read, from the page cache and from the device;
/// newlines are counted, so that all of it is looked at.
final class ReadSizes implements Question {
  /// The size of the JDK's own buffer, that which the post proposes, and that of an array file.
  private static final List<Long> REQUESTS =
      List.of(8 * TextExtent.KIBIBYTE, 32 * TextExtent.KIBIBYTE, TextExtent.MEBIBYTE);

  private static final String MB = "MB/s";

  private static final long NEWLINES = 0x0a0a0a0a0a0a0a0aL;
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
  private static final long PAIRS = 0x00ff00ff00ff00ffL;
  private static final long PAIR_SUM = 0x0001000100010001L;

  /// So often a byte can count without overflow.
  private static final int MOST = 248;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    return Stream.of(
        of(setting, "text.wide-finder.read", "", FileState.CACHED)
            .history("FileInputStream, JDK 6, page cache", 62, MB, "file-input-stream")
            .history("C++, page cache", 332, MB),
        of(setting, "text.wide-finder.read.cold", ", from the device", FileState.COLD)
            .history("FileInputStream, JDK 6, disk", 45, MB, "file-input-stream")
            .history("C++, disk", 51, MB));
  }

  private static Experiment of(Setting setting, String id, String whence, FileState state) {
    TextExtent extent = TextExtent.of(setting);
    TextWork work = extent.pass("text-newlines", extent.log(), LogText.LINES);
    return Experiment.of(
            id,
            "Reading a log by the size of a read, newlines counted" + whence,
            WideFinder.SOURCE,
            state)
        .along(Axis.REQUEST_BYTES)
        .on(REQUESTS.stream().map(work::request).toList())
        .pass("file-input-stream", CLASSIC, text -> stream(text.path(), text.request()))
        .pass("jdk-channel", JDK, text -> channel(text.path(), text.request()))
        .pass(
            "penstock",
            PENSTOCK,
            text -> Lines.of(text.path()).withChunk(text.request()).newlines())
        .program("c", C, extent.c());
  }

  private static long stream(Path path, int request) throws IOException {
    byte[] buffer = new byte[request];
    MemorySegment bytes = MemorySegment.ofArray(buffer);
    long count = 0;
    try (InputStream in = new FileInputStream(path.toFile())) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        count += newlines(bytes, n);
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
        count += newlines(bytes, n);
      }
    }
    return count;
  }

  /// Newlines in memory, by the shape of loop that the JIT of today's JDK makes vectors of: eight
  /// bytes at a time, each byte of a word counting for itself.
  private static long newlines(MemorySegment bytes, int length) {
    int words = length >>> 3;
    long count = 0;
    for (int i = 0; i < words; i += MOST) {
      count += words(bytes, i, Math.min(words, i + MOST));
    }
    for (int i = words << 3; i < length; i++) {
      if (bytes.get(ValueLayout.JAVA_BYTE, i) == '\n') {
        count++;
      }
    }
    return count;
  }

  private static long words(MemorySegment bytes, int from, int to) {
    long sums = 0;
    for (int i = from; i < to; i++) {
      long other = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i) ^ NEWLINES;
      sums += ~(((other & LOW_BITS) + LOW_BITS) | other | LOW_BITS) >>> 7;
    }
    long pairs = (sums & PAIRS) + ((sums >>> 8) & PAIRS);
    return (pairs * PAIR_SUM) >>> 48;
  }
}
