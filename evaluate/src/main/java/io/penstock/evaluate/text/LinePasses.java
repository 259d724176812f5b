package io.penstock.evaluate.text;

import io.penstock.text.LineReader;
import io.penstock.text.Lines;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Ways of going over the lines of a text: the sum of their lengths.
final class LinePasses implements Passes {
  static final String DATA_INPUT_STREAM = "data-input-stream";
  static final String BUFFERED_READER = "buffered-reader";
  static final String FILES_LINES = "files-lines";
  static final String STRINGS = "penstock-strings";
  static final String PENSTOCK = "penstock";
  static final String LINE_READER = "penstock-line-reader";
  static final String PARALLEL = "penstock-parallel";

  @Override
  public Pass of(Subject subject) {
    Path path = subject.path();
    return switch (subject.way()) {
      case DATA_INPUT_STREAM -> () -> dataInputStream(path);
      case BUFFERED_READER -> () -> bufferedReader(path);
      case FILES_LINES -> () -> filesLines(path);
      case STRINGS -> () -> strings(path);
      case PENSTOCK -> () -> slices(path);
      case LINE_READER -> () -> lineReader(path);
      case PARALLEL -> () -> parallel(path, subject.threads());
      default -> throw subject.unknown();
    };
  }

  /// As the article has it, but for the buffer, without which it takes minutes.
  @SuppressWarnings("deprecation")
  private static long dataInputStream(Path path) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
      long sum = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        sum += line.length();
      }
      return sum;
    }
  }

  private static long bufferedReader(Path path) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      long sum = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        sum += line.length();
      }
      return sum;
    }
  }

  private static long filesLines(Path path) throws IOException {
    try (Stream<String> lines = Files.lines(path)) {
      return lines.mapToLong(String::length).sum();
    }
  }

  private static long strings(Path path) throws IOException {
    long[] sum = {0};
    Lines.of(path).forEach(line -> sum[0] += line.toString().length());
    return sum[0];
  }

  private static long slices(Path path) throws IOException {
    long[] sum = {0};
    Lines.of(path).forEach(line -> sum[0] += line.length());
    return sum[0];
  }

  private static long lineReader(Path path) throws IOException {
    try (LineReader lines = Lines.of(path).open()) {
      long sum = 0;
      while (lines.next()) {
        sum += lines.line().length();
      }
      return sum;
    }
  }

  private static long parallel(Path path, int threads) throws IOException {
    return Lines.of(path)
        .parallel(threads)
        .mapReduce(() -> new long[1], (sum, line) -> sum[0] += line.length(), LinePasses::plus)[0];
  }

  private static long[] plus(long[] one, long[] other) {
    one[0] += other[0];
    return one;
  }
}
