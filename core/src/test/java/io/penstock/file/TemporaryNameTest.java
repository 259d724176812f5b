package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The names of files that are not complete yet.
class TemporaryNameTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1, true", "39, true", "40, false", "255, false"})
  void aTemporaryFileIsHiddenBesideItsTargetAndTellsItsNameUnlessThatIsLong(
      int length, boolean told) throws IOException {
    Path target = folder.resolve("n".repeat(length));
    Path name = TemporaryName.beside(target);
    assertThat(name.getParent()).isEqualTo(folder);
    String hint = told ? "." + target.getFileName() : ".penstock";
    assertThat(name.getFileName().toString())
        .matches(Pattern.quote(hint) + "\\.[0-9a-f]{16}\\.tmp");
  }

  @Test
  void aNameThatIsNoTextIsNotRepeated() throws IOException {
    assertThat(TemporaryName.beside(folder.resolve("caf\ufffd")).getFileName().toString())
        .startsWith(".penstock.");
    assertThat(TemporaryName.beside(folder.resolve("\ufffd")).getFileName().toString())
        .startsWith(".penstock.");
  }

  @Test
  void noTwoNamesAreTheSame() throws IOException {
    assertThat(TemporaryName.random()).matches("[0-9a-f]{16}").isNotEqualTo(TemporaryName.random());
  }

  @Test
  void aFileOfSuchANameIsDeletedWhetherItIsThereOrNot() throws IOException {
    Path file = Files.createFile(folder.resolve("f"));
    TemporaryName.delete(file);
    assertThat(file).doesNotExist();
    TemporaryName.delete(file);
  }

  @Test
  void whatCannotBeDeletedIsTold() throws IOException {
    Path full = Files.createDirectory(folder.resolve("full"));
    Path inside = Files.createFile(full.resolve("inside"));
    Path foreign = ForeignFileSystem.in(folder).getPath("/full");
    for (Path file : new Path[] {full, foreign}) {
      assertThatExceptionOfType(DirectoryNotEmptyException.class)
          .isThrownBy(() -> TemporaryName.delete(file));
    }
    assertThat(inside).exists();
  }
}
