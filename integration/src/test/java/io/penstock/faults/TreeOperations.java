package io.penstock.faults;

import static io.penstock.faults.ArrayOperations.require;

import io.penstock.tree.ChosenAccess;
import io.penstock.tree.EntryException;
import io.penstock.tree.FileCopy;
import io.penstock.tree.Preserved;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
import io.penstock.tree.TreeTotal;
import io.penstock.tree.TreeWalk;
import io.penstock.tree.cache.CachedFile;
import io.penstock.tree.cache.FileCache;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/// Copies and walks of files and trees of folders, by native code and by the JDK alone.
final class TreeOperations {
  private final ChosenAccess access;

  private TreeOperations(ChosenAccess access) {
    this.access = access;
  }

  static Stream<Operation> all() {
    return Stream.concat(
        Stream.of(ChosenAccess.values()).flatMap(access -> new TreeOperations(access).operations()),
        Stream.of(
            Operation.of("file cache", TreeOperations::cache)
                .on(folder -> Files.write(folder.resolve("f"), content(40_000)))));
  }

  private Stream<Operation> operations() {
    return Stream.of(
        operation("file copy", this::copyFile)
            .on(TreeOperations::makeFiles)
            .leaving(TreeOperations::isCopied)
            .orElse(TreeOperations::isOlderOrCopied),
        operation("file copy verified", this::copyVerified)
            .on(TreeOperations::makeFiles)
            .leaving(TreeOperations::isCopied)
            .orElse(TreeOperations::isOlderOrCopied),
        operation("tree copy", this::copyTree)
            .on(TreeOperations::makeTree)
            .leaving(TreeOperations::isTreeCopied)
            .orElse(TreeOperations::holdsNoTornFile),
        operation("tree copy of contents", this::copyContents)
            .on(TreeOperations::makeTree)
            .leaving(TreeOperations::isTreeCopied)
            .orElse(TreeOperations::holdsNoTornFile),
        operation("tree copy resumed", this::resume)
            .on(
                folder -> {
                  makeTree(folder);
                  copyTree(folder);
                  Files.delete(folder.resolve("copy/d/one"));
                })
            .leaving(TreeOperations::isTreeCopied)
            .orElse(TreeOperations::holdsNoTornFile),
        operation("tree walk", this::walk).on(TreeOperations::makeTree));
  }

  private Operation operation(String name, Operation.Step act) {
    return Operation.of(name + ", " + access.name().toLowerCase(Locale.ROOT), act);
  }

  private static byte[] content(int bytes) {
    byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    return content;
  }

  // ---- files ------------------------------------------------------------------------------------

  private static void makeFiles(Path folder) throws IOException {
    Files.write(folder.resolve("from"), content(300_000));
    try (FileChannel file = FileChannel.open(folder.resolve("from"), StandardOpenOption.WRITE)) {
      file.write(java.nio.ByteBuffer.wrap(content(5000)), 900_000); // behind a hole
    }
    Files.write(folder.resolve("to"), content(77));
  }

  private void copyFile(Path folder) throws IOException {
    long _ =
        access
            .of(FileCopy.of(folder.resolve("from"), folder.resolve("to")))
            .preserving(Preserved.MODE, Preserved.TIMES)
            .durable()
            .run();
  }

  private void copyVerified(Path folder) throws IOException {
    long _ = access.of(FileCopy.of(folder.resolve("from"), folder.resolve("to"))).verified().run();
  }

  private static void isCopied(Path folder) throws IOException {
    require(
        Files.mismatch(folder.resolve("from"), folder.resolve("to")) < 0, "the copy is different");
  }

  private static void isOlderOrCopied(Path folder) throws IOException {
    if (!Arrays.equals(Files.readAllBytes(folder.resolve("to")), content(77))) {
      isCopied(folder);
    }
  }

  private static void cache(Path folder) throws IOException {
    try (FileCache cache = FileCache.of(1 << 20, Duration.ofSeconds(9))) {
      for (int i = 0; i < 2; i++) {
        try (CachedFile file = cache.open(folder.resolve("f"))) {
          ByteArrayOutputStream sent = new ByteArrayOutputStream();
          WritableByteChannel out = Channels.newChannel(sent);
          for (long at = 0; at < file.size(); ) {
            at += file.writeTo(out, at, file.size() - at);
          }
          require(Arrays.equals(sent.toByteArray(), content(40_000)), "other bytes were sent");
        }
      }
    }
  }

  // ---- trees ------------------------------------------------------------------------------------

  private static void makeTree(Path folder) throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Path below = Files.createDirectories(tree.resolve("d/e"));
    Files.write(tree.resolve("big"), content(200_000));
    Files.write(tree.resolve("d/one"), content(3000));
    Files.write(below.resolve("two"), content(1));
    Files.createSymbolicLink(tree.resolve("link"), Path.of("d/one"));
    Files.createLink(tree.resolve("second"), tree.resolve("big"));
  }

  private TreeCopy copy(Path folder) {
    return access
        .of(TreeCopy.of(folder.resolve("tree"), folder.resolve("copy")))
        .preserving(Preserved.MODE, Preserved.TIMES)
        .keepingHardLinks()
        .durable()
        .withThreads(2);
  }

  private void copyTree(Path folder) throws IOException {
    requireComplete(copy(folder).run());
  }

  private void copyContents(Path folder) throws IOException {
    requireComplete(
        access.of(TreeCopy.of(folder.resolve("tree"), folder.resolve("copy"))).durable().run());
  }

  private void resume(Path folder) throws IOException {
    requireComplete(copy(folder).resuming().run());
  }

  private static void requireComplete(TreeCopyReport report) throws EntryException {
    if (report.errors() > 0) {
      throw report.first().getFirst();
    }
  }

  private static void isTreeCopied(Path folder) throws IOException {
    for (String name : new String[] {"big", "second", "d/one", "d/e/two", "link"}) {
      require(
          Files.mismatch(folder.resolve("tree").resolve(name), folder.resolve("copy").resolve(name))
              < 0,
          name + " is different");
    }
    require(Files.isSymbolicLink(folder.resolve("copy/link")), "the link is no link");
  }

  private static void holdsNoTornFile(Path folder) throws IOException {
    for (String name : new String[] {"big", "second", "d/one", "d/e/two"}) {
      Path copy = folder.resolve("copy").resolve(name);
      require(
          !Files.exists(copy) || Files.mismatch(folder.resolve("tree").resolve(name), copy) < 0,
          name + " is different");
    }
  }

  private void walk(Path folder) throws IOException {
    TreeTotal total = access.of(TreeWalk.of(folder.resolve("tree"))).withThreads(2).total();
    if (!total.report().complete()) {
      throw total.report().first().getFirst();
    }
    require(total.files() == 3, total.toString());
  }
}
