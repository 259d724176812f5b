package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A thread that puts links to the outside in the place of folders and files, on both sides of a
/// copy, as fast as it can: nothing of the outside is copied, and nothing is written there.
class LinkSwapTest {
  private static final int FOLDERS = 8;

  @TempDir Path folder;
  private final AtomicLong swaps = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();

  @Test
  void linksThatAreSwappedInLeadNowhere() throws Exception {
    for (Folder.Access access : Accesses.usable().toList()) {
      campaign(access, 2000);
    }
  }

  @Test
  @Tag("long")
  void a100000LinksThatAreSwappedInLeadNowhere() throws Exception {
    for (Folder.Access access : Accesses.usable().toList()) {
      campaign(access, 100_000);
    }
  }

  private void campaign(Folder.Access access, long most) throws Exception {
    Path base = Files.createTempDirectory(folder, "campaign");
    Path outside = Files.createDirectory(base.resolve("outside"));
    Files.writeString(outside.resolve("f"), "secret");
    Files.createDirectory(outside.resolve("e"));
    Files.writeString(outside.resolve("e/f"), "secret");
    Path source = tree(base.resolve("source"));
    Path target = tree(base.resolve("target"));
    swaps.set(0);
    over.set(false);
    Thread swapper = Thread.ofPlatform().start(() -> swapAll(source, target, outside, most));
    do {
      TreeCopy.of(source, target).withAccess(access).withThreads(2).run();
    } while (swapper.isAlive());
    swapper.join();
    assertThat(swaps.get()).isGreaterThanOrEqualTo(most);
    assertUntouched(outside);
    assertNothingCame(target);
  }

  private static Path tree(Path root) throws IOException {
    Files.createDirectory(root);
    for (int i = 0; i < FOLDERS; i++) {
      Files.createDirectories(root.resolve("d" + i + "/e"));
      Files.writeString(root.resolve("d" + i + "/f"), "plain");
      Files.writeString(root.resolve("d" + i + "/e/f"), "plain");
    }
    return root;
  }

  // The real entry waits under a name that no copy goes by.
  private void swapAll(Path source, Path target, Path outside, long most) {
    try {
      for (int i = 0; swaps.get() < most; i++) {
        Path root = i % 2 == 0 ? source : target;
        Path place = root.resolve("d" + i / 2 % FOLDERS);
        swap(place, outside, root.resolveSibling("aside"));
        swap(place.resolve("e"), outside.resolve("e"), root.resolveSibling("aside"));
        swap(place.resolve("f"), outside.resolve("f"), root.resolveSibling("aside"));
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void swap(Path place, Path outside, Path aside) throws IOException {
    Files.move(place, aside, StandardCopyOption.ATOMIC_MOVE);
    try {
      Files.createSymbolicLink(place, outside);
    } catch (FileAlreadyExistsException _) {
      // The copy was faster and made an entry of its own.
    }
    swaps.incrementAndGet();
    Thread.onSpinWait();
    putBack(aside, place);
  }

  // The copy may make an entry at this place at any time: what it made is removed once more.
  private static void putBack(Path aside, Path place) {
    while (Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
      try {
        remove(place);
        Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException _) {
        Thread.onSpinWait();
      }
    }
  }

  private static void remove(Path place) throws IOException {
    if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> children = Files.list(place)) {
        for (Path child : children.toList()) {
          remove(child);
        }
      }
    }
    Files.deleteIfExists(place);
  }

  private static void assertUntouched(Path outside) throws IOException {
    try (Stream<Path> files = Files.walk(outside)) {
      assertThat(files.map(file -> outside.relativize(file).toString()))
          .containsExactlyInAnyOrder("", "f", "e", "e/f");
    }
    assertThat(outside.resolve("f")).hasContent("secret");
    assertThat(outside.resolve("e/f")).hasContent("secret");
  }

  // The last copy may have met a link and copied it as one, whose text leads to the outside
  // rightly.
  private static boolean isFile(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static void assertNothingCame(Path target) throws IOException {
    try (Stream<Path> files = Files.walk(target)) {
      for (Path file : files.filter(LinkSwapTest::isFile).toList()) {
        assertThat(file).hasContent("plain");
      }
    }
  }
}
