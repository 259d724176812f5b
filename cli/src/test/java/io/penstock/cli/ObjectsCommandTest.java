package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectsCommandTest {
  @TempDir private Path folder;
  private String stream = "";

  /// What a shop keeps.
  static final class Order implements Serializable {
    private static final long serialVersionUID = 1;

    final int number;
    final String customer;
    final byte[] cache = new byte[100];

    Order(int number, String customer) {
      this.number = number;
      this.customer = customer;
    }
  }

  @BeforeEach
  void writeStream() throws IOException {
    stream = write("state.ser", 10, "<b>Ann & Bob</b>");
  }

  private String write(String name, int orders, String customer) throws IOException {
    List<Order> list = new ArrayList<>();
    for (int i = 0; i < orders; i++) {
      list.add(new Order(i, customer + i));
    }
    Path file = folder.resolve(name);
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(list);
    }
    return file.toString();
  }

  @Test
  void theFieldsThatSaveMostAreNamed() throws IOException {
    CommandRun run = CommandRun.of("objects", stream);
    assertThat(run.status()).isZero();
    assertThat(run.results())
        .startsWith(Files.size(Path.of(stream)) + " bytes")
        .containsPattern("If transient\\R.*ObjectsCommandTest\\$Order.cache: byte\\[\\]")
        .containsPattern("If shared\\R.* 10 +100 +byte\\[\\] 0000");
  }

  @Test
  void aPageTakesThePlaceOfNoStreamThatItShows() throws IOException {
    String older = write("older.ser", 9, "Bob");
    Path link = Files.createSymbolicLink(folder.resolve("page.html"), Path.of(stream));
    for (String page : List.of(stream, older, link.toString())) {
      byte[] before = Files.readAllBytes(Path.of(page));
      CommandRun run =
          CommandRun.of("objects", "--against", older, "--force", "--report", page, stream);
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.diagnostics().lines())
          .containsExactly("penstock: " + page + ": is what is to be shown; name another file");
      assertThat(Path.of(page)).hasBinaryContent(before);
    }
  }

  @Test
  void noMoreRowsArePrintedThanAreAskedFor() {
    assertThat(CommandRun.of("objects", "--top", "1", stream).results().lines().count())
        .isEqualTo(1 + 4 * 3);
    assertThat(CommandRun.of("objects", "--top", "0", stream).status()).isEqualTo(2);
  }

  @Test
  void severalFieldsAreLeftOutTogether() {
    assertThat(
            CommandRun.of("objects", "--without", "Order.cache,Order.customer", stream).results())
        .containsPattern("\\d+ bytes fewer without Order.cache, Order.customer together");
    CommandRun wrong = CommandRun.of("objects", "--without", "Order.nothing", stream);
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.diagnostics())
        .startsWith("penstock: --without: no field Order.nothing")
        .hasLineCount(1);
  }

  @Test
  void machinesGetAllOfIt() {
    String json = CommandRun.of("objects", "--json", "--without", "Order.cache", stream).results();
    assertThat(json)
        .contains("\"penstock\"", "\"bytes\"", "\"classes\"", "\"fields\"", "\"savings\"")
        .contains("\"repeats\"", "\"tree\"", "\"savedWithout\"");
  }

  @Test
  void whatChangedFromAnotherStreamIsTold() throws IOException {
    String other = write("older.ser", 9, "Ann");
    assertThat(CommandRun.of("objects", "--against", other, stream).results())
        .contains("bytes before")
        .containsPattern("\\+\\d+ .* byte\\[\\]");
    assertThat(CommandRun.of("objects", "--json", "--against", other, stream).results())
        .contains("\"difference\"");
  }

  @Test
  void aPageIsWrittenThatNeedsNothingElse() throws IOException {
    Path page = folder.resolve("page.html");
    assertThat(CommandRun.of("objects", "--report", page.toString(), stream).status()).isZero();
    assertThat(Files.readString(page))
        .startsWith("<!DOCTYPE html>")
        .contains("<svg", "Order.<wbr>cache")
        .doesNotContain("<b>Ann", "http://", "https://", "<script");
    CommandRun again = CommandRun.of("objects", "--report", page.toString(), stream);
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.diagnostics()).contains("exists already");
    assertThat(CommandRun.of("objects", "--force", "--report", page.toString(), stream).status())
        .isZero();
  }

  @Test
  void aFileBesideThePageIsNobodysTemporaryOne() throws IOException {
    Path page = folder.resolve("page.html");
    Path precious = Files.writeString(folder.resolve("precious"), "precious");
    Path own = Files.writeString(folder.resolve(".page.html.tmp"), "mine");
    assertThat(CommandRun.of("objects", "--report", page.toString(), stream).status()).isZero();
    assertThat(own).hasContent("mine");
    Files.delete(own);
    Files.createSymbolicLink(own, precious);
    assertThat(CommandRun.of("objects", "--force", "--report", page.toString(), stream).status())
        .isZero();
    assertThat(own).isSymbolicLink();
    assertThat(precious).hasContent("precious");
  }

  @Test
  void whatIsNoStreamIsOneLine() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "no objects");
    Path cut = folder.resolve("cut");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(Path.of(stream)), 100));
    assertComplaint("no object stream", text);
    assertComplaint("it ends after 100 bytes, in the middle of an object", cut);
    assertComplaint("no such file", folder.resolve("missing"));
    assertComplaint("folder", folder);
  }

  private static void assertComplaint(String what, Path file) {
    CommandRun run = CommandRun.of("objects", file.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics()).contains(what, file.toString()).hasLineCount(1);
  }
}
