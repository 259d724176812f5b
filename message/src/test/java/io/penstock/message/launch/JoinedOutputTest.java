package io.penstock.message.launch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JoinedOutputTest {
  private final ByteArrayOutputStream sink = new ByteArrayOutputStream();
  private final JoinedOutput joined = new JoinedOutput(sink);

  @Test
  void eachLineStandsBehindItsRank() throws IOException {
    OutputStream rank = joined.source(3, false);
    write(rank, "one\ntwo\n");
    assertThat(text()).isEqualTo("[3] one\n[3] two\n");
  }

  @Test
  void aLineComesWholeWhenItEnds() throws IOException {
    OutputStream three = joined.source(3, false);
    OutputStream twelve = joined.source(12, false);
    write(three, "half");
    write(twelve, "between\n");
    assertThat(text()).isEqualTo("[12] between\n");
    write(three, " and half\n");
    assertThat(text()).isEqualTo("[12] between\n[3] half and half\n");
  }

  @Test
  void aLastLineWithoutEndIsPassedOnWhenItsStreamCloses() throws IOException {
    OutputStream rank = joined.source(0, false);
    write(rank, "\nno end");
    rank.close();
    rank.close();
    assertThat(text()).isEqualTo("[0] \n[0] no end\n");
  }

  @Test
  void allBytesPassUnchanged() throws IOException {
    byte[] all = new byte[256];
    IntStream.range(0, 256).forEach(value -> all[value] = (byte) value);
    try (OutputStream rank = joined.source()) {
      rank.write(all);
    }
    assertThat(text()).isEqualTo(new String(all, ISO_8859_1) + "\n");
  }

  @Test
  void aLineOfMoreThan64KiBComesInPieces() throws IOException {
    OutputStream rank = joined.source(1, false);
    String piece = "x".repeat(JoinedOutput.LONGEST);
    write(rank, piece + piece + "end\nnext\n");
    assertThat(text()).isEqualTo("[1] " + piece + "\n[1]+" + piece + "\n[1]+end\n[1] next\n");
  }

  @Test
  void aLineOfExactly64KiBIsOne() throws IOException {
    OutputStream rank = joined.source(1, false);
    String piece = "x".repeat(JoinedOutput.LONGEST);
    write(rank, piece);
    write(rank, "\nnext\n");
    assertThat(text()).isEqualTo("[1] " + piece + "\n[1] next\n");
  }

  @Test
  void labelsMayBeColoured() throws IOException {
    OutputStream rank = joined.source(7, true);
    write(rank, "text\n");
    assertThat(text()).isEqualTo("\033[33m[7]\033[0m text\n");
  }

  @Test
  void aSinkThatFailsIsSaid() {
    JoinedOutput broken =
        new JoinedOutput(
            new OutputStream() {
              @Override
              public void write(int value) throws IOException {
                throw new IOException("Broken pipe");
              }
            });
    assertThatThrownBy(() -> write(broken.source(0, false), "text\n"))
        .isInstanceOf(IOException.class)
        .hasMessage("Broken pipe");
  }

  @Test
  void ranksThatWriteAtOnceKeepTheirLinesWholeAndInOrder() throws Exception {
    SplittableRandom random = new SplittableRandom(20261121);
    List<String> texts = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < 7; rank++) {
      String text = text(random);
      SplittableRandom own = random.split();
      OutputStream source = joined.source(rank, false);
      texts.add(text);
      threads.add(Thread.ofPlatform().start(() -> scatter(source, text, own)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (int rank = 0; rank < 7; rank++) {
      String label = "[" + rank + "] ";
      List<String> own =
          text()
              .lines()
              .filter(line -> line.startsWith(label))
              .map(line -> line.substring(4))
              .toList();
      assertThat(own).as("rank %d", rank).isEqualTo(texts.get(rank).lines().toList());
    }
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < 500; line++) {
      text.append("l").append(line).append("-".repeat(random.nextInt(300))).append('\n');
    }
    return text.toString();
  }

  private static void scatter(OutputStream rank, String text, SplittableRandom random) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    try {
      for (int next = 0; next < bytes.length; ) {
        int count = Math.min(bytes.length - next, random.nextInt(1, 200));
        rank.write(bytes, next, count);
        next += count;
      }
    } catch (IOException e) {
      throw new AssertionError("memory does not fail", e);
    }
  }

  private static void write(OutputStream rank, String text) throws IOException {
    rank.write(text.getBytes(ISO_8859_1));
  }

  private String text() {
    return sink.toString(ISO_8859_1);
  }
}
