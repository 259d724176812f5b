package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.testing.Watchdog;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Walks and copies of trees of every shape by any number of workers: they end, miss nothing, and
/// open each folder a few times at most, however many share it.
class TreeWorkersTest {
  private static final List<Integer> WORKERS = List.of(1, 2, 3, 8, 16, 64);
  private static final int RUNS = 2;
  private static final int MANY_RUNS = 1000;

  @TempDir static Path trees;
  private static List<Shaped> shapes = List.of();

  @TempDir Path folder;

  /// A tree, and how many folders and entries it has.
  private record Shaped(Path root, int folders, int entries) {}

  @BeforeAll
  static void grow() throws IOException {
    shapes = List.of(small(), flat(), deep(), skewed());
  }

  private static Shaped small() throws IOException {
    Path root = Files.createDirectory(trees.resolve("small"));
    for (int i = 0; i < 28; i++) {
      Path one = Files.createDirectories(root.resolve("d" + i % 4 + "/e" + i % 8 + "/f" + i));
      Files.writeString(one.resolve("a"), "contents");
      Files.writeString(one.resolve("b"), "");
    }
    return counted(root);
  }

  private static Shaped flat() throws IOException {
    Path root = Files.createDirectory(trees.resolve("flat"));
    for (int i = 0; i < 100; i++) {
      Files.createDirectory(root.resolve("folder" + i));
      Files.writeString(root.resolve("file" + i), "contents");
    }
    return counted(root);
  }

  private static Shaped deep() throws IOException {
    Path root = Files.createDirectory(trees.resolve("deep"));
    Path at = root;
    for (int i = 0; i < 70; i++) {
      Files.createDirectory(at.resolve("z"));
      Files.writeString(at.resolve("f"), "");
      at = Files.createDirectory(at.resolve("a"));
    }
    return counted(root);
  }

  private static Shaped skewed() throws IOException {
    Path root = Files.createDirectory(trees.resolve("skewed"));
    Path at = root;
    for (int i = 0; i < 8; i++) {
      for (int k = 0; k < 4 * i; k++) {
        Files.writeString(Files.createDirectory(at.resolve("leaf" + k)).resolve("f"), "x");
      }
      at = Files.createDirectory(at.resolve("next"));
    }
    return counted(root);
  }

  private static Shaped counted(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      List<Path> entries = all.toList();
      int folders = (int) entries.stream().filter(Files::isDirectory).count();
      return new Shaped(root, folders, entries.size());
    }
  }

  private static void walk(Shaped tree, Folder.Access access, int workers) throws Exception {
    CountedFolders counted = new CountedFolders(access);
    TreeWalk walk = TreeWalk.of(tree.root()).withAccess(counted).withThreads(workers);
    List<String> paths =
        Watchdog.guard(
            "a walk of " + tree.root().getFileName() + " by " + workers, () -> Walked.paths(walk));
    assertThat(paths).hasSize(tree.entries()).doesNotHaveDuplicates();
    // Once to be read, once to be shared, and once from below; each worker may be the last to come.
    assertThat(counted.opened()).isLessThanOrEqualTo(3L * tree.folders() + workers);
    assertThat(counted.open()).isZero();
  }

  private static void copy(Shaped tree, Path target, Folder.Access access, int workers)
      throws Exception {
    CountedFolders counted = new CountedFolders(access);
    TreeCopy copy = TreeCopy.of(tree.root(), target).withAccess(counted).withThreads(workers);
    TreeCopyReport report =
        Watchdog.guard("a copy of " + tree.root().getFileName() + " by " + workers, copy::run);
    assertThat(report.errors()).isZero();
    assertThat(report.folders()).isEqualTo(tree.folders());
    assertThat(report.files()).isEqualTo(tree.entries() - tree.folders());
    // Two trees; what is made is looked for before, and files are shared as folders are.
    assertThat(counted.opened())
        .isLessThanOrEqualTo(8L * tree.folders() + 2L * tree.entries() + 2L * workers);
    assertThat(counted.open()).isZero();
  }

  @Test
  void workersWithoutEndHaveFoldersToShare() {
    assertThat(Folder.Access.byJava().folders(Integer.MAX_VALUE)).isPositive();
    assertThat(Folder.Access.best().folders(Integer.MAX_VALUE)).isPositive();
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void everyWalkEndsAndOpensEachFolderAFewTimesAtMost(Folder.Access access) throws Exception {
    for (int workers : WORKERS) {
      for (Shaped tree : shapes) {
        for (int run = 0; run < RUNS; run++) {
          walk(tree, access, workers);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void everyCopyEndsAndOpensEachFolderAFewTimesAtMost(Folder.Access access) throws Exception {
    for (int workers : List.of(1, 3, 16, 64)) {
      for (Shaped tree : List.of(shapes.getFirst(), shapes.getLast())) {
        Path target = folder.resolve(tree.root().getFileName() + "-" + workers);
        copy(tree, target, access, workers);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void noMoreFoldersAreOpenThanTheProcessMayHaveHoweverManyWorkersThereAre(Folder.Access access)
      throws Exception {
    Shaped tree = shapes.get(2);
    for (int workers : WORKERS) {
      for (int most : List.of(4, 30, 100)) {
        CountedFolders counted = new CountedFolders(access, most);
        TreeWalk walk = TreeWalk.of(tree.root()).withAccess(counted).withThreads(workers);
        assertThat(Watchdog.guard("a walk", () -> Walked.paths(walk))).hasSize(tree.entries());
        assertThat(counted.mostOpen()).isLessThanOrEqualTo(Math.max(most, 8));
      }
    }
    for (int workers : List.of(2, 64)) {
      CountedFolders counted = new CountedFolders(access, 60);
      Path target = folder.resolve("copy" + workers);
      TreeCopy copy = TreeCopy.of(tree.root(), target).withAccess(counted).withThreads(workers);
      assertThat(Watchdog.guard("a copy", copy::run).errors()).isZero();
      assertThat(counted.mostOpen()).isLessThanOrEqualTo(60);
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void afterAFailureNoWorkerTakesNames(Folder.Access access) {
    for (int workers : WORKERS) {
      for (Shaped tree : shapes) {
        for (int number : List.of(1, tree.entries() / 3, tree.entries())) {
          CountedFolders counted = new CountedFolders(access);
          AtomicInteger visits = new AtomicInteger();
          TreeWalk walk = TreeWalk.of(tree.root()).withAccess(counted).withThreads(workers);
          assertThatIOException()
              .isThrownBy(
                  () -> Watchdog.guard("a walk", () -> walk.forEach(_ -> fail(visits, number))))
              .withMessage("enough")
              .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
          assertThat(counted.opened()).isLessThanOrEqualTo(3L * tree.folders() + workers);
          assertThat(counted.open()).isZero();
        }
      }
    }
  }

  private static void fail(AtomicInteger visits, int number) throws IOException {
    if (visits.incrementAndGet() == number) {
      throw new IOException("enough");
    }
  }

  @Test
  void hugeFoldersInEachOtherAreWalkedWithFewOpen() throws Exception {
    int each = 1300; // of more bytes than names are kept before a listing goes on
    Path root = Files.createDirectory(folder.resolve("huge"));
    Path at = root;
    for (int level = 0; level < 3; level++) {
      for (int i = 0; i < each; i++) {
        Files.createDirectory(at.resolve("n".repeat(220) + i));
      }
      at = at.resolve("n".repeat(220) + 700);
    }
    for (int workers : List.of(1, 3, 16)) {
      for (int most : List.of(8, 200)) {
        CountedFolders counted = new CountedFolders(Folder.Access.best(), most);
        TreeWalk walk = TreeWalk.of(root).withAccess(counted).withThreads(workers);
        assertThat(Watchdog.guard("a walk of huge folders", () -> Walked.paths(walk)))
            .hasSize(1 + 3 * each)
            .doesNotHaveDuplicates();
        assertThat(counted.mostOpen()).isLessThanOrEqualTo(most);
        assertThat(counted.open()).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16})
  void aTreeIsWalkedInTimeThatGrowsAsItDoesHoweverDeepItIs(int workers) throws Exception {
    int levels = 300_000; // their square is more than a minute's work
    ChainOfFolders chain = new ChainOfFolders(levels);
    TreeWalk walk = TreeWalk.of(Path.of("chain")).withAccess(chain).withThreads(workers);
    TreeReport report = Watchdog.guard("a deep walk", () -> walk.forEach(_ -> {}));
    assertThat(report.first()).isEmpty();
    assertThat(report.entries()).isEqualTo(1 + 2L * levels);
    assertThat(chain.opened()).isLessThanOrEqualTo(5L * levels);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16, 64})
  void aThousandWalksAndCopiesEndEach(int workers) throws Exception {
    Path target = folder.resolve("copy");
    for (Shaped tree : shapes) {
      for (int run = 0; run < MANY_RUNS; run++) {
        walk(tree, Folder.Access.best(), workers);
        copy(tree, target, Folder.Access.best(), workers);
        Shell.run(folder, "rm -rf copy");
      }
    }
  }
}
