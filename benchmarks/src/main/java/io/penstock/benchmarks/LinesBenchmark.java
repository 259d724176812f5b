package io.penstock.benchmarks;

import io.penstock.text.ByteSlice;
import io.penstock.text.Lines;
import io.penstock.text.token.ByteSet;
import io.penstock.text.token.TokenSyntax;
import io.penstock.text.token.TokenType;
import io.penstock.text.token.Tokenizer;
import io.penstock.text.token.Words;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The cost of a pass over a megabyte of a log in memory: its newlines, lines, words and tokens.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LinesBenchmark {
  private final byte[] log = log();
  private final ByteSlice slice = ByteSlice.of(log);
  private final Words words = Words.of(ByteSet.of("a-z"));
  private final Tokenizer tokens = Tokenizer.of(slice, TokenSyntax.usual());

  /// Made by JMH.
  public LinesBenchmark() {}

  private static byte[] log() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; lines.length() < 1 << 20; i++) {
      lines.append("10.1.2.%d - - [11/Mar/2007:06:07:%02d -0700] ".formatted(i % 256, i % 60));
      lines.append("\"GET /ongoing/When/200x/Page-%d HTTP/1.1\" ".formatted(i * 7919 % 1500));
      lines.append("200 %d\n".formatted(i * 31 % 65_536));
    }
    return lines.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /// The loop that becomes vectors.
  @Benchmark
  public long newlines() throws IOException {
    return Lines.of(new ByteArrayInputStream(log)).newlines();
  }

  /// As slices.
  @Benchmark
  public long lines() throws IOException {
    long[] sum = {0};
    Lines.of(new ByteArrayInputStream(log)).forEach(line -> sum[0] += line.length());
    return sum[0];
  }

  /// Of the letters a to z.
  @Benchmark
  public long words() {
    long sum = 0;
    for (words.of(slice); words.next(); ) {
      sum += words.word().length();
    }
    return sum;
  }

  /// As StreamTokenizer has them.
  @Benchmark
  public long tokens() throws IOException {
    long sum = 0;
    for (tokens.over(slice); tokens.next() != TokenType.END; ) {
      sum += tokens.token().length();
    }
    return sum;
  }
}
