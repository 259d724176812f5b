package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.report.Axis;
import io.penstock.report.Result;
import io.penstock.text.Lines;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The cost of counting the newlines of a text.
final class Newlines implements Question {
  private static final String ID = "text.newlines";
  private static final String BUFFERED = "text.buffers";
  private static final String DRILL = "text-newlines";
  private static final Predicate<Result> USUAL_BUFFER = Findings.request(8 << 10);

  /// The length of the article's buffers.
  private static final int CLASSIC_BUFFER = 2048;

  private static final int BUFFER = 128 << 10;

  private static final List<Integer> BUFFERS =
      List.of(512, 1 << 10, 2 << 10, 8 << 10, 64 << 10, 1 << 20);

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    TextWork work = extent.pass(DRILL, extent.log(), LogText.LINES);
    TextWork slow = extent.pass(DRILL, extent.log(64 * TextExtent.MEBIBYTE), LogText.LINES);
    TextWork slowest = extent.pass(DRILL, extent.log(4 * TextExtent.MEBIBYTE), LogText.LINES);
    TextWork whole = extent.pass(DRILL, extent.log(256 * TextExtent.MEBIBYTE), LogText.LINES);
    return Stream.of(
        TextExtent.cached(ID, "Counting newlines", "Basic Rules for Speeding Up I/O, Buffering")
            .on(slowest)
            .pass("read", CLASSIC, text -> byByte(file(text.path())))
            .alias("intro1")
            .on(slow)
            .pass(
                "buffered-input-stream",
                CLASSIC,
                text -> byByte(new BufferedInputStream(file(text.path()))))
            .alias("intro2")
            .on(work)
            .pass("direct-buffering", CLASSIC, text -> buffered(text.path(), CLASSIC_BUFFER))
            .alias("intro3")
            .on(whole)
            .pass("whole-file", CLASSIC, text -> wholeFile(text.path()))
            .scratch(3 * whole.bytes())
            .alias("approach 4")
            .on(work)
            .pass("jdk-channel", JDK, text -> ReadSizes.channel(text.path(), BUFFER))
            .command("wc", Commands.counting("wc", "-l"))
            .command("grep", Commands.counting("grep", "-c", ""))
            .command("rg", Commands.counting("rg", "-c", ""))
            .command("awk", Commands.counting("awk", "END { print NR }"))
            .pass("penstock", PENSTOCK, text -> Lines.of(text.path()).newlines())
            .on(work.threads(extent.threads()))
            .pass(
                "penstock-parallel",
                PENSTOCK,
                text -> Lines.of(text.path()).parallel(text.threads()).newlines())
            .on(work)
            .program("c-vector", C, extent.c())
            .program("c-scalar", C, extent.c())
            .history("intro1, 1 MB file, read of FileInputStream", 6.9, "s", "read")
            .history("intro2, 1 MB file, BufferedInputStream", 0.9, "s", "buffered-input-stream")
            .history("intro3, 1 MB file, direct buffering", 0.4, "s", "direct-buffering")
            .remark(
                "read reads shorter files, as do buffered-input-stream and whole-file: a byte takes"
                    + " them as long in any.")
            .remark(
                "Those of Penstock and c-vector take eight bytes or more at a time;"
                    + " direct-buffering and whole-file look at each. Commands are whole processes,"
                    + " with their start.")
            .goalOfC(0.9, "penstock")
            .goal(1.8, "penstock", "wc"),
        buffers(slow, extent.c()));
  }

  /// The question of the article whether a bigger buffer is faster, and what a lock for each byte
  /// costs.
  private static Experiment buffers(TextWork slow, Executable c) {
    List<TextWork> works = BUFFERS.stream().map(slow::request).toList();
    return TextExtent.cached(
            BUFFERED, "Counting newlines byte by byte, by the size of the buffer", "Buffering")
        .along(Axis.REQUEST_BYTES)
        .on(works)
        .pass(
            "buffered-input-stream",
            CLASSIC,
            text -> byByte(new BufferedInputStream(file(text.path()), text.request())))
        .pass("unsynchronized-buffer", CLASSIC, text -> buffered(text.path(), text.request()))
        .pass(
            "penstock",
            PENSTOCK,
            text -> Lines.of(text.path()).withChunk(text.request()).newlines())
        .program("c-vector", C, c)
        .history("a buffer of more than 2 KiB, speed at most", 1.1, "x")
        .remark(
            "unsynchronized-buffer is a buffer of the program's own, of which each byte is taken"
                + " without a call and without a lock; the JDK's buffered stream locks for each.");
  }

  @Override
  public List<String> advice(Findings findings) {
    List<String> sentences = new ArrayList<>();
    sentences.addAll(
        Findings.recommend(
            "Count newlines by Lines: %.0f times as fast as byte by byte through a"
                + " BufferedInputStream, %.2f of C.",
            findings.ratio(ID, "penstock", "buffered-input-stream"), findings.toC(ID, "penstock")));
    sentences.addAll(
        Findings.say(
            "A stream's buffer need not be large: byte by byte, 1 MiB is %.2f times as fast as 8"
                + " KiB, and a buffer of the program's own, without a lock, %.1f times.",
            findings.gain(
                BUFFERED, "buffered-input-stream", Findings.request(1 << 20), USUAL_BUFFER),
            findings.ratio(
                BUFFERED, "unsynchronized-buffer", "buffered-input-stream", USUAL_BUFFER)));
    return sentences;
  }

  private static InputStream file(Path path) throws IOException {
    return new FileInputStream(path.toFile());
  }

  private static long byByte(InputStream opened) throws IOException {
    try (InputStream in = opened) {
      long count = 0;
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          count++;
        }
      }
      return count;
    }
  }

  private static long buffered(Path path, int size) throws IOException {
    byte[] buffer = new byte[size];
    long count = 0;
    try (InputStream in = file(path)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        count += newlines(buffer, n);
      }
    }
    return count;
  }

  private static long wholeFile(Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
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
