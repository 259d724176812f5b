package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Walks of random trees beside `find` and `du`.
class TreeWalkProperties {
  private static final int TREES = 12;

  @TempDir Path folder;
  private final Random random = Seed.sow(TreeWalkProperties.class);

  private Path tree(int number) throws IOException {
    return new RandomTree(random).grow(folder.resolve("tree-" + number));
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void entriesAreThoseOfFindWhateverTheNamesAndTheThreads(Folder.Access access) throws IOException {
    for (int i = 0; i < TREES; i++) {
      Path root = tree(i);
      List<String> found = Walked.found(Shell.run(folder, "find \"$1\" -print0", root.toString()));
      TreeWalk walk = TreeWalk.of(root).withAccess(access);
      assertThat(Walked.paths(walk)).containsExactlyInAnyOrderElementsOf(found);
      assertThat(Walked.paths(walk.withThreads(3))).containsExactlyInAnyOrderElementsOf(found);
      assertThat(Walked.paths(walk.sorted())).containsExactlyInAnyOrderElementsOf(found);
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void typesNamesAndDepthsAreThoseOfFind(Folder.Access access) throws IOException {
    for (int i = 0; i < TREES; i++) {
      Path root = tree(i);
      TreeWalk walk = TreeWalk.of(root).withAccess(access);
      for (EntryType type : EnumSet.of(EntryType.FILE, EntryType.FOLDER, EntryType.LINK)) {
        String letter = type == EntryType.FILE ? "f" : type == EntryType.FOLDER ? "d" : "l";
        assertThat(Walked.paths(walk.onlyTypes(EnumSet.of(type))))
            .containsExactlyInAnyOrderElementsOf(
                Walked.found(
                    Shell.run(folder, "find \"$1\" -type $2 -print0", root.toString(), letter)));
      }
      for (String glob : List.of("n*", "*a*", "n?", "[!n]*", "n[.-]*", "*\\**", "*")) {
        assertThat(Walked.paths(walk.named(glob)))
            .as(glob)
            .containsExactlyInAnyOrderElementsOf(
                Walked.found(
                    Shell.run(
                        folder,
                        "LC_ALL=C.UTF-8 find \"$1\" -name \"$2\" -print0",
                        root.toString(),
                        glob)));
      }
      assertThat(Walked.paths(walk.withDepth(2)))
          .containsExactlyInAnyOrderElementsOf(
              Walked.found(Shell.run(folder, "find \"$1\" -maxdepth 2 -print0", root.toString())));
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void totalsAreThoseOfFindAndDu(Folder.Access access) throws IOException {
    for (int i = 0; i < TREES; i++) {
      Path root = tree(i);
      long before = allocated(root);
      TreeTotal total = TreeWalk.of(root).withAccess(access).withThreads(2).total();
      String sizes =
          "find \"$1\" \\( -type f -o -type l \\) -printf '%i %s\\n' | sort -u | awk '{s+=$2} END {print s+0}'";
      assertThat(total.bytes())
          .isEqualTo(Long.parseLong(Shell.run(folder, sizes, root.toString()).strip()));
      assertThat(total.folders())
          .isEqualTo(
              Long.parseLong(
                  Shell.run(folder, "find \"$1\" -type d -printf x | wc -c", root.toString())
                      .strip()));
      if (Accesses.isNative(access)) {
        long after = allocated(root);
        assertThat(total.allocated()).isBetween(Math.min(before, after), Math.max(before, after));
      }
    }
  }

  /// What `du` says, which may change while the file system writes what is new.
  private long allocated(Path root) throws IOException {
    return Long.parseLong(Shell.run(folder, "du -s -B1 \"$1\"", root.toString()).split("\t", 2)[0]);
  }
}
