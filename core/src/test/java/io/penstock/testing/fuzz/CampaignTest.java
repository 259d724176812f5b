package io.penstock.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.file.FormatException;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A campaign finds decoders that do what they do not say, keeps the input, and says how to run it
/// again.
class CampaignTest {
  private static final String COMMAND = "./again '-Dinput";
  private static final Pattern KEPT = Pattern.compile("input: (\\S+), (\\d+) bytes");

  private final List<Block> lost = new ArrayList<>();
  private volatile boolean over;

  @AfterEach
  void end() {
    over = true;
    lost.forEach(Block::release);
  }

  /// What a decoder does with an input.
  @FunctionalInterface
  private interface Decoding {
    void decode(byte[] input) throws IOException;
  }

  private static void run(Decoding decoding, Duration longest) throws Exception {
    FuzzTarget target =
        new FuzzTarget("planted", IOException.class, 4096, 10) {
          @Override
          public List<byte[]> seeds() {
            return List.of(new byte[8]);
          }

          @Override
          public void decode(byte[] input) throws IOException {
            decoding.decode(input);
          }
        };
    new Campaign(target, new Trial(target, COMMAND), longest).watch();
  }

  private static void run(Decoding decoding) throws Exception {
    run(decoding, Duration.ofMinutes(1));
  }

  private static boolean isBad(byte[] input) {
    return input.length > 8 && input[8] > 9;
  }

  @Test
  void aDecoderThatKeepsItsWordPasses() {
    assertThatCode(
            () ->
                run(
                    input -> {
                      if (isBad(input)) {
                        throw new FormatException("planted", 8, "is above 9");
                      }
                    }))
        .doesNotThrowAnyException();
  }

  @Test
  void anotherExceptionIsFoundAndItsInputKept() {
    assertThatThrownBy(
            () ->
                run(
                    input -> {
                      if (isBad(input)) {
                        throw new IndexOutOfBoundsException("planted");
                      }
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("throws java.lang.IndexOutOfBoundsException: planted")
        .satisfies(
            e -> {
              Matcher kept = KEPT.matcher(String.valueOf(e.getMessage()));
              assertThat(kept.find()).isTrue();
              assertThat(isBad(Files.readAllBytes(Path.of(kept.group(1))))).isTrue();
              assertThat(e).hasMessageContaining(COMMAND + "=planted:" + kept.group(1) + "'");
            });
  }

  @Test
  void anInputIsRunAgainByOneTestOfOneModule() {
    assertThat(Campaign.command("text", CampaignTest.class))
        .startsWith("./penstock test -pl text -am")
        .contains("-Dtest=io.penstock.testing.fuzz.CampaignTest#theNamedInputIsReadOrRefused ");
  }

  @Test
  void aMessageOfTwoLinesIsFound() {
    assertThatThrownBy(
            () ->
                run(
                    input -> {
                      if (isBad(input)) {
                        throw new IOException("two\nlines");
                      }
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("says no clear line");
  }

  @Test
  void moreMemoryThanWasSaidIsFound() {
    assertThatThrownBy(
            () ->
                run(
                    input -> {
                      if (isBad(input) && new byte[1 << 20].length == 0) {
                        throw new IOException("never");
                      }
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching("(?s)planted takes 104\\d{4} bytes of the heap .*");
  }

  @Test
  void aBlockThatIsLeftIsFound() {
    assertThatThrownBy(
            () ->
                run(
                    input -> {
                      if (isBad(input)) {
                        lost.add(BufferPool.shared().take(64));
                      }
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching("(?s)planted leaves \\d blocks\\R.*");
  }

  @Test
  void aSeedThatIsRefusedIsFound() {
    assertThatThrownBy(
            () ->
                run(
                    _ -> {
                      throw new IOException("everything");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("refuses a seed");
  }

  @Test
  void aDecoderThatDoesNotEndIsFound() {
    assertThatThrownBy(
            () ->
                run(
                    input -> {
                      while (isBad(input) && !over) {
                        Thread.onSpinWait();
                      }
                    },
                    Duration.ofMillis(300)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("does not end")
        .satisfies(
            e -> assertThat(e.getStackTrace()).anyMatch(f -> f.getMethodName().contains("decode")));
  }

  @Test
  void anInputDependsOnItsSeedAndNumberAlone() {
    Mutations mutations = new Mutations(List.of(new byte[20], new byte[] {1, 2, 3}), 1, List.of());
    List<byte[]> inputs = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      inputs.add(mutations.input(1, i));
    }
    for (int i = 99; i >= 0; i--) {
      assertThat(mutations.input(1, i)).isEqualTo(inputs.get(i));
    }
    assertThat(inputs.stream().map(Arrays::toString).distinct().count()).isGreaterThan(60);
  }
}
