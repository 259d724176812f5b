package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.testing.SpokenAssumption;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a walk promises, by C functions and by the JDK's.
class TreeWalkTest {
  private static final int DEEP = 3000;

  @TempDir Path folder;

  private TreeWalk walk(Path root, Folder.Access access) {
    return TreeWalk.of(root).withAccess(access);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aSortedWalkGoesByTheBytesOfNamesAndIntoFoldersAtOnce(Folder.Access access)
      throws IOException {
    Path root = Files.createDirectories(folder.resolve("r"));
    Files.createDirectories(root.resolve("b/d"));
    Files.writeString(root.resolve("b/c"), "");
    Files.writeString(root.resolve("b/d/x"), "");
    Files.writeString(root.resolve("a"), "");
    Files.writeString(root.resolve("B"), "");
    Files.writeString(root.resolve("c"), "");
    String base = root + "/";
    assertThat(Walked.paths(walk(root, access).sorted()))
        .containsExactly(
            root.toString(),
            base + "B",
            base + "a",
            base + "b",
            base + "b/c",
            base + "b/d",
            base + "b/d/x",
            base + "c");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void linksAreEntriesAndNeverFollowedTheRootNeither(Folder.Access access) throws IOException {
    Path root = Files.createDirectory(folder.resolve("r"));
    Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
    Path link = Files.createSymbolicLink(folder.resolve("link"), root);
    assertThat(Walked.paths(walk(root, access)))
        .containsExactlyInAnyOrder(root.toString(), root + "/up");
    assertThat(Walked.paths(walk(link, access))).containsExactly(link.toString());
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void factsAreThoseOfTheFileSystem(Folder.Access access) throws IOException {
    Path root = Files.createDirectory(folder.resolve("r"));
    Path file = Files.writeString(root.resolve("f"), "12345");
    Files.createLink(folder.resolve("other"), file);
    List<EntryFacts> facts = new ArrayList<>();
    walk(root, access)
        .named("f")
        .forEach(
            entry -> {
              assertThat(entry.path()).isEqualTo(file);
              assertThat(entry.name()).isEqualTo("f");
              assertThat(entry.depth()).isEqualTo(1);
              facts.add(entry.facts());
            });
    EntryFacts found = facts.getFirst();
    assertThat(found.size()).isEqualTo(5);
    assertThat(found.links()).isEqualTo(2);
    assertThat(found.type()).isEqualTo(EntryType.FILE);
    assertThat(found.modified()).isEqualTo(Files.getLastModifiedTime(file).toInstant());
    assertThat(found.inode()).isEqualTo(Files.getAttribute(file, "unix:ino"));
    assertThat(found.device()).isNotZero();
    assertThat(found.mode()).isEqualTo((int) Files.getAttribute(file, "unix:mode") & 07777);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFileIsATreeOfOneEntryAndAMissingRootIsRefused(Folder.Access access) throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "");
    assertThat(Walked.paths(walk(file, access))).containsExactly(file.toString());
    Path missing = folder.resolve("missing");
    assertThatExceptionOfType(EntryException.class)
        .isThrownBy(() -> walk(missing, access).forEach(_ -> {}))
        .withMessageContaining(missing + ": cannot be walked: ")
        .withMessageContaining("no such file or");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void pipesAndLongNamesAndNewlinesAreEntriesLikeOthers(Folder.Access access) throws IOException {
    Path root = Files.createDirectory(folder.resolve("r"));
    Files.writeString(root.resolve("x".repeat(255)), "");
    Files.writeString(root.resolve("a\nb"), "");
    Shell.run(root, "mkfifo p");
    List<EntryType> pipes = new ArrayList<>();
    walk(root, access).named("p").forEach(entry -> pipes.add(entry.type()));
    assertThat(pipes).containsExactly(EntryType.PIPE);
    assertThat(Walked.paths(walk(root, access)))
        .containsExactlyInAnyOrder(
            root.toString(), root + "/p", root + "/a\nb", root + "/" + "x".repeat(255));
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFolderThatVanishesIsAnErrorAndTheRestIsWalked(Folder.Access access) throws IOException {
    Path root = Files.createDirectory(folder.resolve("r"));
    for (int i = 0; i < 20; i++) {
      Files.createDirectory(root.resolve("d" + i));
    }
    List<EntryException> heard = new ArrayList<>();
    TreeReport report =
        walk(root, access)
            .withErrorsTo(heard::add)
            .forEach(
                entry -> {
                  if (entry.depth() == 0) {
                    return;
                  }
                  if (entry.name().equals("d7")) {
                    Files.delete(entry.path());
                  }
                });
    assertThat(report.entries()).isEqualTo(21);
    assertThat(report.errors()).isEqualTo(1);
    assertThat(report.complete()).isFalse();
    assertThat(heard).isEqualTo(report.first());
    assertThat(heard.getFirst()).hasMessageStartingWith(root + "/d7: cannot open the folder: ");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFolderThatALinkReplacesIsNotEntered(Folder.Access access) throws IOException {
    Path root = Files.createDirectory(folder.resolve("r"));
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "");
    Files.createDirectory(root.resolve("d"));
    List<String> names = new ArrayList<>();
    TreeReport report =
        walk(root, access)
            .forEach(
                entry -> {
                  names.add(entry.name());
                  if (entry.name().equals("d")) {
                    Files.delete(entry.path());
                    Files.createSymbolicLink(entry.path(), outside);
                  }
                });
    assertThat(names).doesNotContain("secret");
    assertThat(report.errors()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void anErrorOfAVisitEndsTheWalkUnlessItIsTheEntrysOwn(Folder.Access access) throws IOException {
    Path root = Files.createDirectory(folder.resolve("r"));
    Files.writeString(root.resolve("a"), "");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                walk(root, access)
                    .withThreads(2)
                    .forEach(
                        _ -> {
                          throw new IOException("full");
                        }))
        .withMessage("full");
    TreeReport report =
        walk(root, access)
            .forEach(
                entry -> {
                  if (entry.depth() == 1) {
                    Files.delete(entry.path());
                    EntryFacts _ = entry.facts();
                  }
                });
    assertThat(report.errors()).isEqualTo(1);
    assertThat(report.first().getFirst())
        .hasMessageStartingWith(root + "/a: cannot be looked at: ");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void manyEntriesOfOneFolderComeOnceEach(Folder.Access access) throws IOException {
    Path root = Files.createDirectory(folder.resolve("r"));
    for (int i = 0; i < 3000; i++) {
      Files.createDirectory(root.resolve("a-folder-with-a-name-" + i));
    }
    AtomicLong seen = new AtomicLong();
    TreeReport report = walk(root, access).withThreads(2).forEach(_ -> seen.incrementAndGet());
    assertThat(report.entries()).isEqualTo(3001).isEqualTo(seen.get());
    assertThat(Walked.paths(walk(root, access))).hasSize(3001).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aTreeIsWalkedThatIsDeeperThanAPathIsLong(Folder.Access access) throws IOException {
    Path root = Files.createDirectory(folder.resolve("r"));
    DeepTree.grow(root, DEEP);
    try {
      TreeReport report = walk(root, access).forEach(_ -> {});
      assertThat(report.first()).isEmpty();
      assertThat(report.entries()).isEqualTo(1 + 3L * DEEP);
      assertThat(walk(root, access).withThreads(2).forEach(_ -> {}).entries())
          .isEqualTo(1 + 3L * DEEP);
    } finally {
      Shell.run(folder, "rm -rf r");
    }
  }

  @Test
  void aFolderThatIsMountedInItselfIsALoopAndOneOfAnotherFileSystemCanBeLeftOut()
      throws IOException {
    Path root = Files.createDirectory(folder.resolve("r"));
    Files.createDirectories(root.resolve("a/b"));
    String said = Shell.run(folder, "mount --bind r r/a/b 2>&1 || echo no").strip();
    SpokenAssumption.that(said.isEmpty(), "nothing can be mounted here");
    try {
      for (Folder.Access access : Accesses.usable().toList()) {
        TreeReport report = walk(root, access).forEach(_ -> {});
        assertThat(report.errors()).isEqualTo(1);
        assertThat(report.first().getFirst())
            .hasMessage(root + "/a/b: is a folder that leads here: a loop");
      }
    } finally {
      Shell.run(folder, "umount r/a/b");
    }
    Shell.run(folder, "mount -t tmpfs none r/a && touch r/a/elsewhere");
    try {
      for (Folder.Access access : Accesses.usable().toList()) {
        assertThat(Walked.paths(walk(root, access).onOneFileSystem()))
            .containsExactlyInAnyOrder(root.toString(), root + "/a");
        assertThat(Walked.paths(walk(root, access))).contains(root + "/a/elsewhere");
      }
    } finally {
      Shell.run(folder, "umount r/a");
    }
  }

  @Test
  void wrongWishesAreRefused() {
    TreeWalk walk = TreeWalk.of(folder);
    assertThatIllegalArgumentException().isThrownBy(() -> walk.withThreads(0));
    assertThatIllegalArgumentException().isThrownBy(() -> walk.withDepth(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> walk.named("[a"))
        .withMessage("'[a': a bracket is not closed");
    assertThatIllegalArgumentException().isThrownBy(() -> walk.named("a\\"));
  }
}
