package io.penstock.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/// The lines of a text, shared out to threads; otherwise as [Lines] says.
///
/// A regular file is read by all of them side by side; from a pipe or a stream they take in turns,
/// and each begins when one before has found something there. An error ends it: that of the line
/// which comes first in the text is thrown, however the threads ran, and nothing is begun after it.
public final class ParallelLines {
  private final Lines lines;
  private final int threads;

  ParallelLines(Lines lines, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads; there must be one");
    }
    this.lines = lines;
    this.threads = threads;
  }

  /// Sums the lines up: each thread has a result of its own, to which it adds the lines that it
  /// meets, in any order; at the end the results are merged into one.
  ///
  /// @param fresh makes a result to begin with
  /// @param accumulator adds a line
  /// @param merge makes one result of two, and may change both
  /// @throws LineException if the accumulator or the pattern throws an unchecked exception
  /// @throws LongLineException if a line is too long
  /// @throws IOException if the text cannot be read, or the accumulator throws it
  public <A> A mapReduce(Supplier<A> fresh, LineAccumulator<A> accumulator, BinaryOperator<A> merge)
      throws IOException {
    List<A> results = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      results.add(fresh.get());
    }
    lines.fold(threads, results::get, accumulator, null);
    return results.stream().reduce(merge).orElseThrow();
  }

  /// Makes a result of each part of the text, some hundred KiB of whole lines, and hands the
  /// results out in the order of the text, one at a time. As many are held as there are threads. A
  /// result may refer to the bytes of its lines, by [ByteSlice#set] or [Line#withEnd]: these stay
  /// as they are until it has been handed out.
  ///
  /// @param fresh makes a result to begin with
  /// @param accumulator adds a line; the lines of a part come in order
  /// @param sink gets the results, in any of the threads
  /// @throws LineException if the accumulator or the pattern throws an unchecked exception; what
  ///   precedes its part has been handed out
  /// @throws LongLineException if a line is too long
  /// @throws IOException if the text cannot be read, or one of the two throws it
  public <R> void mapInOrder(
      Supplier<R> fresh, LineAccumulator<R> accumulator, ResultConsumer<R> sink)
      throws IOException {
    lines.fold(threads, _ -> fresh.get(), accumulator, sink);
  }

  /// How many lines there are, or match. Where all are counted they may be of any length; where
  /// those that match are, lengths and errors are those of [#mapReduce].
  ///
  /// @throws IOException if the text cannot be read
  public long count() throws IOException {
    return count(false).lines();
  }

  /// How many newlines, lines, words, characters and bytes there are, in one pass; with a pattern,
  /// those of the lines that match, with what ends each.
  ///
  /// @throws IOException if the text cannot be read
  public TextCount countAll() throws IOException {
    return count(true);
  }

  /// How many newlines there are: what `wc -l` says; with a pattern, of the lines that match.
  ///
  /// @throws IOException if the text cannot be read
  public long newlines() throws IOException {
    return count(false).newlines();
  }

  /// @param words whether words and characters are wanted too
  private TextCount count(boolean words) throws IOException {
    if (lines.pattern != null) {
      return countMatching();
    }
    try (Counting counting = lines.counting(threads, words)) {
      return counting.count();
    }
  }

  private TextCount countMatching() throws IOException {
    TextCount[] none = {new TextCount(0, 0, 0, 0, 0)};
    return mapReduce(
        none::clone,
        (sum, line) -> sum[0] = sum[0].plus(count(line.withEnd())),
        (one, other) -> new TextCount[] {one[0].plus(other[0])})[0];
  }

  private static TextCount count(ByteSlice line) {
    byte[] bytes = line.array();
    int from = line.from();
    int to = line.to();
    return new TextCount(
        line.length(),
        ByteScan.newlines(bytes, to - 1, to),
        1,
        ByteScan.wordStarts(bytes, from, to),
        line.length() - ByteScan.continuations(bytes, from, to));
  }
}
