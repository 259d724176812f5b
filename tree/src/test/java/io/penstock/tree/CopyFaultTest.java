package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.FaultyLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Copies whose calls move less than was asked, are interrupted or fail, in a JVM whose C library
/// is stood in for.
class CopyFaultTest {
  private static final int EINTR = 4;
  private static final int EIO = 5;
  private static final int EAGAIN = 11;
  private static final int EXDEV = 18;
  private static final int EINVAL = 22;
  private static final int ENOSPC = 28;
  private static final int EDQUOT = 122;

  @TempDir static Path shared;
  private static FaultyLibrary library;

  @TempDir Path given;
  private Path folder;
  private Path source;
  private Path target;

  @BeforeAll
  static void build() throws IOException {
    library = FaultyLibrary.build(shared);
  }

  @BeforeEach
  void write() throws IOException {
    folder = Files.createDirectory(given.resolve("here"));
    byte[] bytes = new byte[3_000_000];
    new Random(5).nextBytes(bytes);
    source = Files.write(folder.resolve("source"), bytes);
    target = Files.writeString(folder.resolve("target"), "old");
  }

  private List<String> run(String way, String faults) throws IOException {
    return run(way, faults, source, target);
  }

  private List<String> run(String way, String faults, Path from, Path to) throws IOException {
    FaultyLibrary.Run run =
        library.run(folder, faults, FaultyCopies.class, way, from.toString(), to.toString());
    assertThat(run.met()).as("faults met").isNotEmpty();
    return run.said();
  }

  private void assertCopied(List<String> said) {
    assertThat(said).containsExactly("copied 3000000");
    assertThat(target).hasSameBinaryContentAs(source);
    assertNothingLeft();
  }

  private void assertRefused(List<String> said, String reason) {
    assertThat(said)
        .singleElement()
        .asString()
        .startsWith("EntryException: " + source + ": cannot be copied to " + target + ": ")
        .matches("(?s).*(" + reason + ").*");
    assertThat(target).hasContent("old");
    assertNothingLeft();
  }

  private void assertNothingLeft() {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(source, target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void callsThatMoveHalfOrAreInterruptedAreContinued() throws IOException {
    assertCopied(run("native", "copy_file_range:1:half"));
    assertCopied(run("native", "copy_file_range:1:" + EINTR));
    String send = "copy_file_range:1:" + EXDEV + ",sendfile:";
    assertCopied(run("native", send + "1:half"));
    String buffers = "copy_file_range:1:" + EXDEV + ",sendfile:1:" + EINVAL;
    assertCopied(run("native", buffers + ",pread:every2:half,pwrite:every3:half"));
    assertCopied(run("native", buffers + ",pread:every2:" + EINTR + ",pwrite:every3:" + EINTR));
    assertCopied(run("java", "pread:every2:half,pwrite:every3:half"));
  }

  @Test
  void aSourceThatSomebodyHasALeaseOnIsWaitedFor() throws IOException {
    assertCopied(run("native", "openat:1:" + EAGAIN));
    Files.writeString(target, "old");
    assertRefused(run("native", "openat:1+:" + EAGAIN), "EAGAIN: try again");
  }

  @Test
  void aFileThatIsShorterThanItSaysIsCopiedAsFarAsItGoes() throws IOException {
    assertCopied(run("native", "statx:1+:half"));
    assertCopied(run("native", "statx:1+:half,copy_file_range:1:" + EXDEV));
    Files.writeString(target, "old");
    assertRefused(run("native", "statx:1:half"), "was changed while it was copied");
  }

  @Test
  void aDeviceThatFailsInTheMiddleKeepsTheOldFileWhateverTheWay() throws IOException {
    String inRange = "copy_file_range:1:half,copy_file_range:2:";
    assertRefused(run("native", inRange + EIO), "EIO: the device failed");
    assertRefused(run("native", inRange + ENOSPC), "ENOSPC: no space left");
    assertRefused(run("native", inRange + EDQUOT), "EDQUOT: disk quota exceeded");
    String buffers = "copy_file_range:1:" + EXDEV + ",sendfile:1:" + EINVAL;
    assertRefused(run("native", buffers + ",pread:3:" + EIO), "cannot read .*EIO");
    assertRefused(run("native", buffers + ",pwrite:3:" + ENOSPC), "cannot write .*ENOSPC");
    assertRefused(run("native", "copy_file_range:1:" + EXDEV + ",sendfile:1:" + EIO), "EIO");
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "java"})
  void aSyncThatFailsKeepsTheOldFile(String way) throws IOException {
    List<String> said = run(way, "fsync:1:" + EIO);
    assertThat(said).singleElement().asString().matches("(?s).*(EIO|Input/output error).*");
    assertThat(target).hasContent("old");
    assertNothingLeft();
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "java"})
  void inATreeTheOtherFilesAreCopied(String way) throws IOException {
    Path tree = Files.createDirectory(given.resolve("tree"));
    for (int i = 0; i < 5; i++) {
      Files.writeString(tree.resolve("f" + i), "contents");
    }
    Path copy = folder.resolve("copy");
    List<String> said = run(way, "pwrite:3:" + EDQUOT, tree, copy);
    assertThat(said.getFirst()).isEqualTo("files 4, errors 1");
    assertThat(said.get(1)).contains("cannot be copied: ");
    try (Stream<Path> files = Files.list(copy)) {
      assertThat(files).hasSize(4).allMatch(file -> file.getFileName().toString().startsWith("f"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "java"})
  void aSourceThatFailsToCloseLeavesNoTemporaryFile(String way) throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    for (int i = 0; i < 5; i++) {
      Files.writeString(tree.resolve("f" + i), "contents");
    }
    Path copy = given.resolve("copy");
    List<String> said = run(way, "close:2:" + EIO, tree, copy);
    assertThat(said.getFirst()).isEqualTo("files 4, errors 1");
    try (Stream<Path> files = Files.list(copy)) {
      assertThat(files).hasSize(4).allMatch(file -> file.getFileName().toString().startsWith("f"));
    }
  }
}
