package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of the small file with the position that ranks share.
@Timeout(60)
class SharedPointerFileTest {
  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void make() throws IOException {
    data = Files.write(folder.resolve("data"), new byte[36]);
  }

  private List<String> sidecars() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("."))
          .sorted()
          .toList();
    }
  }

  private ChildJvm holder() throws IOException {
    ChildJvm holder = ChildJvm.start(SharedPositionHolder.class, data.toString());
    holder.say("next");
    assertThat(holder.hear()).isEqualTo("1");
    return holder;
  }

  private SharedPointerFile ofThisProcess() {
    return new SharedPointerFile(folder.resolve(SharedPointerFile.Name.ofThisProcess().text()));
  }

  @Test
  @EnabledOnOs(OS.LINUX) // where a process is known to be the one that was meant
  void whatAKilledJobHasLeftIsRemovedByTheNextThatNeedsOne() throws IOException {
    holder().close();
    assertThat(sidecars()).hasSize(1);
    SharedPointerFile next = ofThisProcess();
    next.seek(3);
    assertThat(sidecars()).hasSize(1);
    assertThat(next.position()).isEqualTo(3);
    next.remove();
    assertThat(sidecars()).isEmpty();
  }

  @Test
  void whatALivingJobUsesStays() throws IOException {
    try (ChildJvm holder = holder()) {
      SharedPointerFile other = ofThisProcess();
      other.seek(5);
      holder.say("next");
      assertThat(holder.hear()).isEqualTo("2");
      assertThat(sidecars()).hasSize(2);
      other.remove();
      assertThat(sidecars()).hasSize(1);
    }
  }

  @Test
  void whatIsNotKnownToBeLeftStays() throws IOException {
    List<String> strange =
        List.of(
            ".penstock-0000000000000000-1-00000000.pos",
            ".penstock-0123456789abcdef-999999999-00000000.pos",
            ".penstock-deadbeef.pos",
            ".penstock-notes.pos");
    for (String name : strange) {
      Files.createFile(folder.resolve(name));
    }
    SharedPointerFile pointerFile = ofThisProcess();
    pointerFile.seek(1);
    pointerFile.remove();
    assertThat(sidecars()).containsExactlyElementsOf(strange);
  }

  @Test
  void aFileThatIsCalledByItsNameAloneHasItsPositionBesideIt() throws IOException {
    Path path = Path.of(SharedPointerFile.Name.ofThisProcess().text());
    SharedPointerFile pointerFile = new SharedPointerFile(path);
    try {
      assertThat(pointerFile.advance(3, 10)).isZero();
      assertThat(path).exists();
      assertThat(pointerFile.position()).isEqualTo(3);
    } finally {
      pointerFile.remove();
      pointerFile.close();
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void nothingIsKeptOfOneThatNoRankOfThisProcessUses() throws IOException {
    Path path = folder.resolve(SharedPointerFile.Name.ofThisProcess().text());
    SharedPointerFile first = new SharedPointerFile(path);
    SharedPointerFile second = new SharedPointerFile(path);
    first.seek(3);
    assertThat(second.position()).isEqualTo(3);
    assertThat(keptHere()).isOne();
    second.close();
    assertThat(keptHere()).isOne();
    first.close();
    first.close();
    assertThat(keptHere()).isZero();
    assertThat(first.position()).isEqualTo(3);
    first.close();
    assertThat(keptHere()).isZero();
  }

  private long keptHere() {
    return SharedPointerFile.USERS.values().stream()
        .filter(users -> users.toString().contains(folder.toString()))
        .count();
  }

  @Test
  void thePositionGoesToItsLimitAndStaysWhereItWouldPassIt() throws IOException {
    SharedPointerFile pointerFile = ofThisProcess();
    assertThat(pointerFile.advance(3, 10)).isZero();
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> pointerFile.advance(8, 10))
        .withMessage(
            "8 elements from the shared position 3 on are not all in the file, which has 10");
    assertThat(pointerFile.advance(7, 10)).isEqualTo(3);
    assertThat(pointerFile.advance(0, 10)).isEqualTo(10);
    assertThat(pointerFile.position()).isEqualTo(10);
    pointerFile.remove();
  }

  @Test
  void oneThatIsRemovedWhileItIsUsedIsNotBegunAnew() throws IOException {
    SharedPointerFile pointerFile = ofThisProcess();
    pointerFile.seek(4);
    Files.delete(folder.resolve(sidecars().getFirst()));
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(pointerFile::position)
        .withMessageEndingWith("was removed while ranks share a position by it");
    assertThat(sidecars()).isEmpty();
  }

  @Test
  void anInterruptEndsNoUseOfItAndStaysSet() throws IOException {
    SharedPointerFile pointerFile = ofThisProcess();
    Thread.currentThread().interrupt();
    pointerFile.seek(4);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(pointerFile.position()).isEqualTo(4);
    assertThat(Thread.interrupted()).isFalse();
    pointerFile.remove();
  }

  @Test
  void oneThatCannotBeOpenedIsNamedAndNoStepIsTaken() throws IOException {
    Path path = Files.createDirectory(folder.resolve("sidecar"));
    SharedPointerFile pointerFile = new SharedPointerFile(path);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(pointerFile::position)
        .withMessageStartingWith(path + ": the ranks' position and lock fail: ");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                pointerFile.exclusively(
                    () -> {
                      throw new AssertionError("the lock is not held");
                    }))
        .withMessageStartingWith(path + ": the ranks' position and lock fail: ");
  }

  @Test
  void aStepThatFailsUnderTheLockFailsByItself() throws IOException {
    SharedPointerFile pointerFile = ofThisProcess();
    IOException failure = new IOException("no room");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                pointerFile.exclusively(
                    () -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    int[] taken = new int[1];
    pointerFile.exclusively(() -> taken[0]++);
    assertThat(taken[0]).isOne();
    pointerFile.remove();
  }

  @Test
  void aNameTellsWhoIsToRemoveIt() {
    SharedPointerFile.Name name = SharedPointerFile.Name.ofThisProcess();
    assertThat(SharedPointerFile.Name.of(Path.of(name.text()))).contains(name);
    assertThat(name.isOrphaned()).isFalse();
  }

  @Test
  void theNameHasDigitsOfAsciiWhateverTheLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.of("ar", "EG"));
    try {
      SharedPointerFile.Name name = new SharedPointerFile.Name(1, 1234567890, 2);
      assertThat(name.text()).isEqualTo(".penstock-0000000000000001-1234567890-00000002.pos");
      assertThat(SharedPointerFile.Name.of(Path.of(name.text()))).contains(name);
    } finally {
      Locale.setDefault(before);
    }
  }
}
