package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Indexes that are kept in files.
class SavedIndexTest {
  private static final int LINES = 2000;
  private static final Instant LONG_AGO = Instant.parse("2020-02-02T02:02:02.123456Z");

  @TempDir Path folder;
  private Path file;
  private Path saved;

  @BeforeEach
  void writeAnOldText() throws IOException {
    file = folder.resolve("text");
    saved = folder.resolve("text.lines");
    write("");
  }

  private void write(String before) throws IOException {
    StringBuilder text = new StringBuilder(before);
    for (int i = 1; i <= LINES; i++) {
      text.append(i).append('\n');
    }
    Files.writeString(file, text);
    age(LONG_AGO);
  }

  private void age(Instant time) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(time));
  }

  /// How many bytes have to be counted to open the index; its lines are checked.
  private long counted(int lines) throws IOException {
    AtomicLong counted = new AtomicLong();
    IndexOptions options =
        IndexOptions.saved().withBlock(256).withProgress(bytes -> counted.addAndGet(bytes));
    try (LineIndex index = LineIndex.open(file, options)) {
      assertThat(index.unsaved()).isEmpty();
      assertThat(index.count()).isEqualTo(lines);
      for (int n = 1; n <= lines; n += 1 + lines / 40) {
        assertThat(index.line(n)).isEqualTo(Integer.toString(n));
      }
    }
    return counted.get();
  }

  @Test
  void aSavedIndexIsUsedAgain() throws IOException {
    assertThat(counted(LINES)).isEqualTo(Files.size(file));
    assertThat(saved).exists();
    assertThat(counted(LINES)).isZero();
  }

  @Test
  void onlyWhatWasAddedIsCounted() throws IOException {
    long before = Files.size(file);
    assertThat(counted(LINES)).isEqualTo(before);
    Files.writeString(file, (LINES + 1) + "\n", StandardOpenOption.APPEND);
    assertThat(counted(LINES + 1)).isLessThan(512);
    age(LONG_AGO.plusSeconds(1));
    assertThat(counted(LINES + 1)).isEqualTo(Files.size(file));
    assertThat(counted(LINES + 1)).isZero();
  }

  @Test
  void whatWasChangedJustBeforeItWasIndexedIsCountedAgain() throws IOException {
    age(Instant.now());
    assertThat(counted(LINES)).isEqualTo(Files.size(file));
    assertThat(counted(LINES)).isEqualTo(Files.size(file));
  }

  /// By somebody who has set the time: whatever changes the file from now on gives it another one.
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it does not tell when a file was changed")
  @Test
  void aTextWhoseTimeLiesInTheFutureIsCountedOnce() throws IOException {
    age(Instant.now().plus(Duration.ofDays(10_000)));
    assertThat(counted(LINES)).isEqualTo(Files.size(file));
    indexAsOfTenSecondsLater();
    assertThat(counted(LINES)).isZero();
  }

  /// The clock of a server may be ahead, and give the same time to the next change.
  @Test
  void aTextWhoseTimeLiesInTheFutureIsCountedAgainIfItWasChangedJustBefore() throws IOException {
    age(Instant.now().plus(Duration.ofDays(10_000)));
    assertThat(counted(LINES)).isEqualTo(Files.size(file));
    assertThat(counted(LINES)).isEqualTo(Files.size(file));
  }

  /// What the index would be if it had been made later: no test waits so long.
  private void indexAsOfTenSecondsLater() throws IOException {
    LineCatalog now = LineCatalog.read(saved, Files.size(file), 256).orElseThrow();
    new LineCatalog(now.stamp(), now.taken().plusSeconds(10), now.seal(), now.table()).write(saved);
  }

  @Test
  void anotherTextIsCountedAgain() throws IOException {
    assertThat(counted(LINES)).isPositive();
    age(LONG_AGO.plusSeconds(100));
    assertThat(counted(LINES)).isEqualTo(Files.size(file));
    Files.writeString(file, "1\n2\n");
    assertThat(counted(2)).isEqualTo(4);
    write("");
    assertThat(counted(LINES)).isEqualTo(Files.size(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "zero"}) // the second one is as long as the last lines
  void aTextThatWasShiftedAndHasGrownIsCountedAgain(String first) throws IOException {
    assertThat(counted(LINES)).isPositive();
    String text = Files.readString(file);
    Files.writeString(file, first + "\n" + text, StandardOpenOption.WRITE);
    try (LineIndex index = LineIndex.open(file, IndexOptions.saved().withBlock(256))) {
      assertThat(index.line(1)).isEqualTo(first);
      for (int n = 1; n <= LINES; n++) {
        assertThat(index.line(n + 1)).isEqualTo(Integer.toString(n));
      }
    }
  }

  @Test
  void anIndexCutShortAnywhereIsMadeAgain() throws IOException {
    assertThat(counted(LINES)).isPositive();
    byte[] whole = Files.readAllBytes(saved);
    for (int length = 0; length < whole.length; length++) {
      Files.write(saved, Arrays.copyOf(whole, length));
      assertThat(counted(LINES)).isEqualTo(Files.size(file));
    }
    Files.write(saved, Arrays.copyOf(whole, whole.length + 1));
    assertThat(counted(LINES)).isEqualTo(Files.size(file));
  }

  @Test
  void anIndexWithAnyByteChangedIsMadeAgainOrRefused() throws IOException {
    assertThat(counted(LINES)).isPositive();
    byte[] whole = Files.readAllBytes(saved);
    for (int at = 0; at < whole.length; at++) {
      byte[] forged = whole.clone();
      forged[at] ^= (byte) (1 << (at % 8));
      Files.write(saved, forged);
      if (at < Long.BYTES) {
        assertThatThrownBy(() -> counted(LINES)).isInstanceOf(FileSystemException.class);
      } else {
        assertThat(counted(LINES)).as("byte %d", at).isEqualTo(Files.size(file));
      }
    }
  }

  @Test
  void whatIsNoIndexIsNotOverwritten() throws IOException {
    Files.writeString(saved, "somebody's list of lines");
    assertThatThrownBy(() -> counted(LINES))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is no index of lines, and is not overwritten");
    assertThat(saved).hasContent("somebody's list of lines");
  }

  @Test
  void anIndexThatCannotBeSavedServesAllTheSame() throws IOException {
    IndexOptions options = IndexOptions.savedAs(folder.resolve("none").resolve("index"));
    try (LineIndex index = LineIndex.open(file, options)) {
      assertThat(index.unsaved()).isPresent();
      assertThat(index.line(LINES)).isEqualTo(Integer.toString(LINES));
    }
  }

  @Test
  void anIndexThatCanHaveNoFileServesAllTheSame() throws IOException {
    Path loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    Path tooLong = folder.resolve("x".repeat(256));
    for (Path place : List.of(tooLong, file.resolve("index"), loop)) {
      try (LineIndex index = LineIndex.open(file, IndexOptions.savedAs(place))) {
        assertThat(index.unsaved()).isPresent();
        assertThat(index.line(LINES)).isEqualTo(Integer.toString(LINES));
      }
    }
  }

  @Test
  void nothingElseIsLeftInTheFolder() throws IOException {
    assertThat(counted(LINES)).isPositive();
    try (var entries = Files.list(folder)) {
      assertThat(entries).containsExactlyInAnyOrder(file, saved);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "notes", "a\nb\nc\n"})
  void aShortFileThatIsNoIndexIsNotOverwritten(String content) throws IOException {
    Files.writeString(saved, content);
    assertThatThrownBy(() -> counted(LINES))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is no index of lines, and is not overwritten");
    assertThat(saved).hasContent(content);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTextIsNotOverwrittenByItsOwnIndex(boolean empty) throws IOException {
    assertThat(counted(LINES)).isPositive();
    Path text = empty ? Files.createFile(folder.resolve("empty")) : saved;
    byte[] before = Files.readAllBytes(text);
    assertThatThrownBy(() -> LineIndex.open(text, IndexOptions.savedAs(text)))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(text + ": cannot be its own index; name another file for that");
    assertThat(text).hasBinaryContent(before);
  }

  @Test
  void whatHasComeToTheIndexesPlaceMeanwhileIsNotOverwritten() throws IOException {
    try (LineIndex index = LineIndex.open(file, IndexOptions.saved())) {
      Files.writeString(saved, "somebody's list");
      Files.writeString(file, "more\n", StandardOpenOption.APPEND);
      assertThat(index.refresh()).isEqualTo(LINES + 1);
      assertThat(index.unsaved())
          .hasValueSatisfying(e -> assertThat(e).hasMessageContaining("is no index of lines"));
      assertThat(saved).hasContent("somebody's list");
      Files.delete(saved);
      Files.writeString(file, "more\n", StandardOpenOption.APPEND);
      assertThat(index.refresh()).isEqualTo(LINES + 2);
      assertThat(index.unsaved()).isEmpty();
      assertThat(saved).exists();
    }
  }

  @Test
  void theIndexOfATextThatHasGrownBeyondEveryIndexIsRead() throws IOException {
    LineIndex.open(file, IndexOptions.saved()).close();
    assertThat(LineCatalog.read(saved, 9L << 40, 8 << 10)).isPresent();
  }
}
