package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The table of macOS beside the numbers and structures that its published headers have.
class MacHeadersTest {
  private final Map<String, Integer> published = new HashMap<>();

  MacHeadersTest() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    MacHeadersTest.class.getResourceAsStream("macos-headers.txt")),
                StandardCharsets.UTF_8))) {
      lines.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(this::read);
    }
  }

  private void read(String line) {
    if (line.startsWith("struct ")) {
      String[] words = line.split("\\s+", 3);
      readStruct(words[1], List.of(words[2].split(", ", -1)));
    } else {
      String[] words = line.split("\\s+", -1);
      published.put(words[0], Integer.decode(words[1]));
    }
  }

  /// Members are aligned to their own size, and the whole to the largest.
  private void readStruct(String name, List<String> members) {
    int at = 0;
    int largest = 1;
    for (String member : members) {
      String[] words = member.split(" ", 2);
      int bytes = Integer.parseInt(words[0].substring(1)) / Byte.SIZE;
      at = Math.ceilDiv(at, bytes) * bytes;
      published.put(name + "." + words[1], at);
      at += bytes;
      largest = Math.max(largest, bytes);
    }
    published.put(name + ".bytes", Math.ceilDiv(at, largest) * largest);
  }

  private int number(String name) {
    return Objects.requireNonNull(published.get(name), name);
  }

  @Test
  void eachNumberOfTheTableIsThatOfTheHeaders() throws IllegalAccessException {
    Map<String, Integer> table = HeaderTable.of(MacHeaders.class);
    assertThat(table).containsKeys("O_CLOEXEC", "stat.st_size", "fstore.bytes");
    assertThat(published).containsAllEntriesOf(table);
  }

  @Test
  void eachErrorIsTranslatedToTheOneOfTheSameName() throws IllegalAccessException {
    for (Field field : Errno.class.getFields()) {
      assertThat(MacHeaders.errno(number(field.getName())))
          .as(field.getName())
          .isEqualTo(field.getInt(null));
    }
    assertThat(MacHeaders.errno(number("ENOTSUP"))).isEqualTo(Errno.EOPNOTSUPP);
    assertThat(MacHeaders.errno(number("ENOATTR"))).isEqualTo(Errno.ENODATA);
    assertThat(Errno.describe(MacHeaders.errno(number("EMFILE")))).startsWith("EMFILE");
  }

  @Test
  void anErrorThatLinuxHasNotIsNoneOfItsOwn() {
    assertThat(Errno.describe(MacHeaders.errno(82))).isEqualTo("errno 82"); // EPWROFF
    assertThat(Errno.describe(MacHeaders.errno(95))).isEqualTo("errno 95"); // EMULTIHOP
  }

  @Test
  void theStructuresFitIntoTheMemoryForThem() {
    LibC.Scratch scratch = LibC.SCRATCH.get();
    assertThat(scratch.stat.byteSize()).isGreaterThanOrEqualTo(MacHeaders.Stat.BYTES);
    assertThat(scratch.words.byteSize()).isGreaterThanOrEqualTo(MacHeaders.Fstore.BYTES);
    assertThat(scratch.range.byteSize()).isGreaterThanOrEqualTo(MacHeaders.Radvisory.BYTES);
  }

  @Test
  void whatBothSystemsShareHasOneNumber() throws IllegalAccessException {
    Map<String, Integer> linux = HeaderTable.of(LinuxHeaders.class);
    for (String name :
        List.of("S_IFMT", "S_IFREG", "PROT_READ", "PROT_WRITE", "MAP_SHARED", "MAP_PRIVATE")) {
      assertThat(linux).as(name).containsEntry(name, number(name));
    }
  }
}
