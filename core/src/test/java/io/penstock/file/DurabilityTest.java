package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Syncs of files and folders, and the errors of those that cannot be synced.
class DurabilityTest {
  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void theFileSystemOfAFolderAndOfALinkToOneIsSynced() throws IOException {
    assertThat(Durability.syncFileSystem(folder)).isTrue();
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    assertThat(Durability.syncFileSystem(link)).isTrue();
    assertThat(BootstrapFileTest.descriptors(folder)).isZero();
  }

  @Test
  void aFileSystemOfTheJvmHasNoSuchCallAndItsFoldersAreLeftAlone() throws IOException {
    Path foreign = ForeignFileSystem.in(folder).getPath("/missing");
    assertThat(Durability.syncFileSystem(foreign)).isFalse();
    AtomicInteger changes = new AtomicInteger();
    Durability.syncFolder(foreign);
    Durability.syncFolder(foreign, changes::incrementAndGet);
    assertThat(changes).hasValue(1);
  }

  @Test
  void aNameIsSyncedWithItsFolder() throws IOException {
    Path file = folder.resolve("none").resolve("f");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> Durability.syncName(file))
        .withMessage(file.getParent() + ": no such file or folder");
    assertThatCode(() -> Durability.syncName(folder.resolve("f"))).doesNotThrowAnyException();
    assertThatCode(() -> Durability.syncName(Path.of("f"))).doesNotThrowAnyException();
  }

  @Test
  void aChangeIsMadeOnceInAFolderThatIsThere() throws IOException {
    AtomicInteger changes = new AtomicInteger();
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Durability.syncFolder(
        inner,
        () -> {
          Files.delete(inner);
          changes.incrementAndGet();
        });
    assertThat(changes).hasValue(1);
    assertThat(inner).doesNotExist();
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> Durability.syncFolder(inner, changes::incrementAndGet));
    assertThat(changes).hasValue(1);
    assertThatIOException()
        .isThrownBy(
            () ->
                Durability.syncFolder(
                    folder,
                    () -> {
                      throw new IOException("no change");
                    }))
        .withMessage("no change");
  }
}
