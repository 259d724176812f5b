package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.testing.Watchdog;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Walks and copies of which one call fails, each in its turn: they end, say so, and leave neither
/// a folder open nor a file under a temporary name.
class FolderFaultTest {
  @TempDir Path folder;
  private Path source = Path.of("");

  @BeforeEach
  void grow() throws IOException {
    source = folder.resolve("source");
    Files.createDirectories(source.resolve("c"));
    Path one = Files.createDirectories(source.resolve("a/b"));
    Files.writeString(one.resolve("f"), "contents");
    Files.createSymbolicLink(one.resolve("l"), Path.of("f"));
    Files.createLink(one.resolve("h"), one.resolve("f"));
  }

  /// What is done with the tree, and how many errors it collects.
  private interface Task {
    long errors(Folder.Access access, Path target) throws IOException;
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aWalkOfWhichACallFailsLeavesNothingOpen(Folder.Access access) throws Exception {
    for (int workers : List.of(1, 3)) {
      TreeWalk walk = TreeWalk.of(source).withThreads(workers);
      failEach(access, (reached, _) -> walk.withAccess(reached).forEach(TreeEntry::facts).errors());
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aCopyOfWhichACallFailsLeavesNothingOpenAndNoTemporaryName(Folder.Access access)
      throws Exception {
    failEach(access, (reached, to) -> copy(to, 3).withAccess(reached).run().errors());
    failEach(
        access,
        (reached, to) ->
            copy(to, 1)
                .withAccess(reached)
                .preserving(Preserved.MODE, Preserved.TIMES, Preserved.OWNER)
                .keepingHardLinks()
                .run()
                .errors());
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFolderIsNotLeftOpenWhereTheOneAboveCannotBeClosed(Folder.Access access) throws IOException {
    CountedFolders counted = new CountedFolders(access);
    try (Folder base = counted.base();
        Folder root = base.folder(access.name(source))) {
      int before = counted.open();
      CountedFolders _ = counted.failingToClose(new IOException("injected"));
      assertThatIOException()
          .isThrownBy(
              () ->
                  WalkLevel.Place.opened(root, List.of(new byte[] {'a'}, new byte[] {'b'})).close())
          .withMessage("injected");
      assertThat(counted.open()).isEqualTo(before);
    }
  }

  private TreeCopy copy(Path target, int workers) {
    return TreeCopy.of(source, target).withThreads(workers);
  }

  private void failEach(Folder.Access access, Task task) throws Exception {
    List<Supplier<Throwable>> faults =
        List.of(
            () -> new FileSystemException("name", null, "injected"),
            () -> new OutOfMemoryError("injected"),
            () -> new IllegalStateException("injected"));
    for (Supplier<Throwable> fault : faults) {
      boolean reached = true;
      for (int call = 1; reached; call++) {
        Path target = Files.createTempDirectory(folder, "to").resolve("target");
        CountedFolders counted = new CountedFolders(access).failing(call, fault.get());
        boolean told = isTold(() -> task.errors(counted, target));
        reached = !counted.failed().isEmpty();
        String what = "call %d, %s: %s".formatted(call, counted.failed(), fault.get());
        if (!counted.failed().equals("again")) { // of names that another worker keeps then
          assertThat(told).as(what).isEqualTo(reached);
        }
        assertThat(counted.open()).as(what).isZero();
        assertNoTemporaryNames(target, what);
      }
    }
  }

  private static boolean isTold(Callable<Long> work) throws Exception {
    try {
      return Watchdog.guard("work with a fault", work) > 0;
    } catch (FileSystemException | OutOfMemoryError | IllegalStateException e) {
      assertThat(e).hasMessageContaining("injected");
      return true;
    }
  }

  private static void assertNoTemporaryNames(Path target, String what) throws IOException {
    if (Files.exists(target)) {
      try (Stream<Path> all = Files.walk(target)) {
        assertThat(all).as(what).noneMatch(path -> path.toString().contains(".penstock"));
      }
    }
  }
}
