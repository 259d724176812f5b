package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The removal of files that this process made, and of nothing that has their names by now.
class MadeEntryTest {
  @TempDir Path folder;

  private Path replaced(Path file) throws IOException {
    Path next = Files.writeString(folder.resolve("next"), "by another");
    return Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void whatWasMadeIsThereUntilItIsRemoved() throws IOException {
    Path file = Files.createFile(folder.resolve("f"));
    MadeEntry made = MadeEntry.of(file);
    assertThat(made.isThere()).isTrue();
    assertThat(made.isEmpty()).isTrue();
    Files.writeString(file, "filled");
    assertThat(made.isThere()).isTrue();
    assertThat(made.isEmpty()).isFalse();
    made.remove();
    assertThat(file).doesNotExist();
    assertThat(made.isThere()).isFalse();
    assertThat(made.isEmpty()).isFalse();
    made.remove();
  }

  @Test
  void whatHasTakenItsNameStays() throws IOException {
    Path file = Files.createFile(folder.resolve("f"));
    MadeEntry made = MadeEntry.of(file);
    Path other = replaced(file);
    assertThat(made.isThere()).isFalse();
    assertThat(made.isEmpty()).isFalse();
    made.remove();
    assertThat(other).hasContent("by another");
  }

  @Test
  void aFolderIsNoEmptyFileAndIsRemovedWhenItIsEmpty() throws IOException {
    Path made = Files.createDirectory(folder.resolve("made"));
    MadeEntry entry = MadeEntry.of(made);
    assertThat(entry.isThere()).isTrue();
    assertThat(entry.isEmpty()).isFalse();
    Path inside = Files.createFile(made.resolve("inside"));
    assertThatExceptionOfType(DirectoryNotEmptyException.class).isThrownBy(entry::remove);
    Files.delete(inside);
    entry.remove();
    assertThat(made).doesNotExist();
  }

  @Test
  void whatIsRenamedInAMomentHasItsNewName() throws IOException {
    Path now = Files.createFile(folder.resolve("now"));
    Path later = folder.resolve("later");
    MadeEntry made = MadeEntry.at(later, now);
    assertThat(made.isThere()).isFalse();
    Files.move(now, later);
    assertThat(made.isThere()).isTrue();
    made.remove();
    assertThat(later).doesNotExist();
  }

  @Test
  void whereNothingTellsFilesApartWhateverHasTheNameIsTakenForIt() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    files.changeKeysAtEachLook();
    Path file = files.getPath("/f");
    Files.createFile(files.behind(file));
    MadeEntry made = MadeEntry.of(file);
    replaced(files.behind(file));
    assertThat(made.isThere()).isTrue();
    made.remove();
    assertThat(files.behind(file)).doesNotExist();
  }

  @Test
  void aNewFileThatCannotBeLookedAtIsClosedAndRemoved() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.getPath("/f");
    Files.createFile(files.behind(file));
    files.beforeLooks(
        () -> {
          throw new IOException("no look");
        });
    AtomicInteger closed = new AtomicInteger();
    IOException later = new IOException("not closed");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                MadeEntry.ofNew(
                    file,
                    () -> {
                      closed.incrementAndGet();
                      throw later;
                    }))
        .withMessage("no look")
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(later));
    assertThat(closed).hasValue(1);
    assertThat(files.behind(file)).doesNotExist();
  }
}
