package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.ffi.FolderCalls;
import io.penstock.testing.SmallFileSystem;
import io.penstock.testing.SpokenAssumption;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.Names;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the copy of a tree promises, by C functions and by the JDK's.
class TreeCopyTest {
  private static final int DEEP = 3000;
  private static final int O_CLOEXEC = 02000000;
  private static final String LIST = "system.posix_acl_access";
  private static final String LIST_FOR_NEW = "system.posix_acl_default";
  private static final byte[] NONE = {};

  @TempDir Path folder;

  private Path source() throws IOException {
    Path source = Files.createDirectories(folder.resolve("source"));
    Files.createDirectories(source.resolve("d/e"));
    Files.writeString(source.resolve("a"), "contents of a");
    Files.writeString(source.resolve("d/b"), "contents of b");
    Files.writeString(source.resolve("d/e/c"), "contents of c");
    return source;
  }

  private TreeCopy copy(Path from, Path to, Folder.Access access) {
    return TreeCopy.of(from, to).withAccess(access);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void whatIsThereWithTheSameSizeAndTimeIsSkippedWhenItIsAskedFor(Folder.Access access)
      throws IOException {
    Path source = source();
    Path target = folder.resolve("target");
    TreeCopy copy = copy(source, target, access).preserving(Preserved.TIMES).resuming();
    assertThat(copy.run().files()).isEqualTo(3);
    Files.writeString(source.resolve("d/b"), "new");
    FileTime time = Files.getLastModifiedTime(target.resolve("a"));
    Files.writeString(target.resolve("a"), "CONTENTS OF A");
    Files.setLastModifiedTime(target.resolve("a"), time);
    TreeCopyReport second = copy.run();
    assertThat(second.files()).isEqualTo(1);
    assertThat(second.unchanged()).isEqualTo(2);
    assertThat(target.resolve("d/b")).hasContent("new");
    TreeCopyReport third =
        copy(source, target, access).preserving(Preserved.TIMES).resumingByContent().run();
    assertThat(third.files()).isEqualTo(1);
    assertThat(target.resolve("a")).hasContent("contents of a");
  }

  /// Each waits a while for the other at every file, until both have copied one.
  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void theFilesOfOneFolderAreCopiedByAllThreads(Folder.Access access) throws IOException {
    Path source = Files.createDirectory(folder.resolve("flat"));
    for (int i = 0; i < 100; i++) {
      Files.writeString(source.resolve("f" + i), "contents");
    }
    Set<Thread> copying = ConcurrentHashMap.newKeySet();
    CountDownLatch both = new CountDownLatch(2);
    TreeCopyReport report =
        copy(source, folder.resolve("target"), access)
            .withThreads(2)
            .withProgress(_ -> meet(copying, both))
            .run();
    assertThat(report.files()).isEqualTo(100);
    assertThat(copying).hasSize(2);
  }

  private static boolean meet(Set<Thread> all, CountDownLatch both) {
    if (all.add(Thread.currentThread())) {
      both.countDown();
    }
    try {
      boolean _ = both.await(1, TimeUnit.SECONDS);
      return true;
    } catch (InterruptedException _) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void pipesAreSkippedWithANoteOrRefused(Folder.Access access) throws IOException {
    Path source = source();
    Shell.run(source, "mkfifo d/p");
    Path target = folder.resolve("target");
    TreeCopyReport report = copy(source, target, access).run();
    assertThat(report.skipped()).containsExactly(source.resolve("d/p"));
    assertThat(report.complete()).isTrue();
    TreeCopyReport refused = copy(source, target, access).refusingSpecials().run();
    assertThat(refused.errors()).isEqualTo(1);
    assertThat(refused.first().getFirst())
        .hasMessage(source + "/d/p: is a pipe, a socket or a device, which is not copied");
    assertThat(refused.files()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aLinkInTheTargetIsReplacedOrRefusedAndNeverFollowed(Folder.Access access)
      throws IOException {
    Path source = source();
    Path target = Files.createDirectory(folder.resolve("target"));
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path precious = Files.writeString(outside.resolve("precious"), "precious");
    Files.createSymbolicLink(target.resolve("a"), precious);
    Files.createSymbolicLink(target.resolve("d"), outside);
    TreeCopyReport report = copy(source, target, access).run();
    assertThat(target.resolve("a")).isRegularFile().hasContent("contents of a");
    assertThat(target.resolve("a")).matches(file -> !Files.isSymbolicLink(file));
    assertThat(precious).hasContent("precious");
    assertThat(report.errors()).isEqualTo(1);
    assertThat(report.first().getFirst())
        .hasMessageStartingWith(source + "/d: cannot open the folder: in the target: ");
    try (Stream<Path> files = Files.list(outside)) {
      assertThat(files).containsExactly(precious);
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aTreeIsNotCopiedIntoOrOntoItself(Folder.Access access) throws IOException {
    Path source = source();
    for (Path target :
        List.of(source, source.resolve("d/new"), source.resolve("new"), source.resolve("d/.."))) {
      assertThatExceptionOfType(EntryException.class)
          .isThrownBy(() -> copy(source, target, access).run())
          .withMessageContaining(source + ": cannot be copied into itself: ");
    }
    Path link = Files.createSymbolicLink(folder.resolve("link"), source);
    for (Path target : List.of(link, link.resolve("new"))) {
      assertThatExceptionOfType(EntryException.class)
          .isThrownBy(() -> copy(source, target, access).run());
    }
    assertThat(source.resolve("new")).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void whatIsNoTreeOrHasNoPlaceIsRefused(Folder.Access access) throws IOException {
    Path source = source();
    Path file = Files.writeString(folder.resolve("file"), "");
    refused(copy(file, folder.resolve("t"), access), file + ": is no folder; copy it as a file");
    refused(copy(source, file, access), file + ": is there and is no folder");
    refused(copy(source, folder.resolve("x/y"), access), "x/y: no such folder to make it in");
    refused(copy(folder.resolve("no"), folder.resolve("t"), access), "no: cannot be copied: ");
    assertThat(folder.resolve("t")).doesNotExist();
  }

  private static void refused(TreeCopy copy, String reason) {
    assertThatExceptionOfType(EntryException.class)
        .isThrownBy(copy::run)
        .withMessageContaining(reason);
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void anErrorOfOneEntryIsToldAndTheRestIsCopied(Folder.Access access) throws IOException {
    Path source = source();
    Path target = folder.resolve("target");
    Files.writeString(Files.createDirectories(target.resolve("a")).resolve("in-the-way"), "");
    TreeCopyReport report = copy(source, target, access).run();
    assertThat(report.errors()).isEqualTo(1);
    assertThat(report.first().getFirst()).hasMessageStartingWith(source + "/a: cannot be copied: ");
    assertThat(report.files()).isEqualTo(2);
    assertThat(target.resolve("d/e/c")).hasContent("contents of c");
    assertThat(left(target)).isEmpty();
  }

  private static List<Path> left(Path target) throws IOException {
    try (Stream<Path> files = Files.walk(target)) {
      return files.filter(file -> file.toString().endsWith(".tmp")).toList();
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFullDiskKeepsWhatIsThereAndLeavesNoHalfFiles(Folder.Access access) throws IOException {
    Path source = source();
    byte[] noise = new byte[3 << 20];
    new java.util.Random(1).nextBytes(noise);
    Files.write(source.resolve("large"), noise);
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), 1 << 20)) {
      Path target = Files.createDirectory(disk.folder().resolve("t"));
      Files.writeString(target.resolve("large"), "old");
      TreeCopyReport report = copy(source, target, access).withThreads(1).run();
      assertThat(report.errors()).isEqualTo(1);
      assertThat(report.first().getFirst())
          .hasMessageMatching("(?s).*large: cannot be copied: .*[Nn]o space left.*");
      assertThat(target.resolve("large")).hasContent("old");
      assertThat(target.resolve("d/e/c")).hasContent("contents of c");
      assertThat(left(target)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aCancelledCopyLeavesNoHalfFiles(Folder.Access access) throws IOException {
    Path source = source();
    Path target = folder.resolve("target");
    AtomicLong calls = new AtomicLong();
    assertThatIOException()
        .isThrownBy(
            () -> copy(source, target, access).withProgress(_ -> calls.incrementAndGet() < 2).run())
        .isInstanceOf(CopyCancelledException.class);
    assertThat(left(target)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void namesOf255BytesAndNamesThatAreNoTextAreKept(Folder.Access access) throws IOException {
    Path source = source();
    byte[] odd = {'x', (byte) 0xff, (byte) 0xfe, '\n', (byte) 0xc3};
    Files.writeString(source.resolve(Names.path(odd)), "odd");
    Files.writeString(source.resolve("y".repeat(255)), "long");
    Path target = folder.resolve("target");
    assertThat(copy(source, target, access).run().first()).isEmpty();
    assertThat(target.resolve(Names.path(odd))).hasContent("odd");
    assertThat(target.resolve("y".repeat(255))).hasContent("long");
  }

  @Test
  void aTreeIsCopiedThatIsDeeperThanAPathIsLong() throws IOException {
    Path source = Files.createDirectory(folder.resolve("deep"));
    DeepTree.grow(source, DEEP);
    Path target = folder.resolve("target");
    try {
      Folder.Access access = Folder.Access.byNativeCode().orElseThrow();
      TreeCopyReport report =
          copy(source, target, access).preserving(Preserved.TIMES, Preserved.MODE).run();
      assertThat(report.first()).isEmpty();
      assertThat(report.files()).isEqualTo(DEEP);
      assertThat(report.folders()).isEqualTo(1 + 2L * DEEP);
      assertThat(TreeWalk.of(target).forEach(_ -> {}).entries()).isEqualTo(1 + 3L * DEEP);
    } finally {
      Shell.run(folder, "rm -rf deep target");
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aTreeThatIsVerifiedAndSyncedIsTheSame(Folder.Access access) throws IOException {
    Path source = source();
    Files.createSymbolicLink(source.resolve("link"), Path.of("nowhere"));
    Path target = folder.resolve("target");
    TreeCopyReport report = copy(source, target, access).verified().durable().run();
    assertThat(report.first()).isEmpty();
    assertThat(report.links()).isEqualTo(1);
    assertThat(Files.exists(target.resolve("link"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(target.resolve("d/e/c")).hasContent("contents of c");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFileThatIsReplacedKeepsItsPermissionsAndOwner(Folder.Access access) throws IOException {
    Path source = source();
    Shell.run(folder, "mkdir target && echo old > target/a && chmod 600 target/a");
    boolean superuser = Shell.run(folder, "id -u").strip().equals("0");
    if (superuser) {
      Shell.run(folder, "chown 1234:5678 target/a");
    }
    Path target = folder.resolve("target");
    assertThat(copy(source, target, access).run().errors()).isZero();
    assertThat(target.resolve("a")).hasContent("contents of a");
    assertThat(Shell.run(folder, "stat -c %a target/a").strip()).isEqualTo("600");
    if (superuser) {
      assertThat(Shell.run(folder, "stat -c %u:%g target/a").strip()).isEqualTo("1234:5678");
    }
    assertThat(Shell.run(folder, "ls -A target").split("\\s+")).containsExactly("a", "d");
  }

  /// It is all that a copy asks before it makes or replaces a file.
  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void anEntryIsFoundByItsNameIfThereIsOne(Folder.Access access) throws IOException {
    Path source = source();
    Files.createSymbolicLink(source.resolve("link"), Path.of("nowhere"));
    try (Folder base = access.base();
        Folder root = base.folder(access.name(source))) {
      for (String name : List.of("a", "d", "link")) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        assertThat(root.find(bytes)).hasValue(root.facts(bytes));
      }
      assertThat(root.find("nowhere".getBytes(StandardCharsets.UTF_8))).isEmpty();
      assertThatIOException().isThrownBy(() -> root.find("a/b".getBytes(StandardCharsets.UTF_8)));
      byte[] tooLong = "x".repeat(300).getBytes(StandardCharsets.UTF_8);
      assertThatIOException().isThrownBy(() -> root.find(tooLong));
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aPipeInTheTargetIsNotReplaced(Folder.Access access) throws IOException {
    Path source = source();
    Files.createSymbolicLink(source.resolve("link"), Path.of("a"));
    Shell.run(folder, "mkdir target && mkfifo target/a target/link");
    List<String> errors = new ArrayList<>();
    TreeCopyReport report =
        copy(source, folder.resolve("target"), access)
            .withErrorsTo(error -> errors.add(error.getMessage()))
            .run();
    assertThat(report.errors()).isEqualTo(2);
    assertThat(errors)
        .allMatch(
            error -> error.endsWith("is a pipe, a socket or a device, which no file replaces"));
    assertThat(Shell.run(folder, "stat -c %F target/a target/link").split("\\R"))
        .containsOnly("fifo");
    assertThat(folder.resolve("target/d/b")).hasContent("contents of b");
    assertThat(Shell.run(folder, "ls -A target").split("\\s+")).containsExactly("a", "d", "link");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aFolderThatCannotBeCopiedIsOneError(Folder.Access access) throws IOException {
    Path source = source();
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.writeString(target.resolve("d"), "no folder");
    List<String> errors = new ArrayList<>();
    TreeCopyReport report =
        copy(source, target, access)
            .preserving(Preserved.MODE, Preserved.TIMES)
            .withErrorsTo(error -> errors.add(error.getMessage()))
            .run();
    assertThat(errors).singleElement().asString().startsWith(source + "/d: cannot open the folder");
    assertThat(report.errors()).isEqualTo(1);
  }

  /// Whoever may not enter it cannot set its times by a name in it, and the JDK reads none of it.
  @Test
  void aFolderThatItsOwnerMayNotEnterIsCopiedWithItsTimes() throws IOException {
    SpokenAssumption.that(
        !Shell.run(folder, "id -u").strip().equals("0"), "the superuser may enter any folder");
    Path source = Files.createDirectory(folder.resolve("source"));
    Path _ = Files.createDirectory(source.resolve("closed"));
    Shell.run(folder, "touch -d @1000000000 source/closed && chmod 600 source/closed");
    Folder.Access access = Folder.Access.byNativeCode().orElseThrow();
    TreeCopyReport report =
        copy(source, folder.resolve("target"), access)
            .preserving(Preserved.MODE, Preserved.TIMES)
            .run();
    assertThat(report.first()).isEmpty();
    assertThat(Shell.run(folder, "stat -c '%a %Y' target/closed").strip())
        .isEqualTo("600 1000000000");
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void whatKeepsItsOwnerAloneHasThePermissionsOfWhatIsNew(Folder.Access access) throws IOException {
    Path source = source();
    Shell.run(source, "chmod 777 d/e && chmod 666 a");
    assertThat(copy(source, folder.resolve("plain"), access).run().first()).isEmpty();
    TreeCopy copy = copy(source, folder.resolve("owned"), access).preserving(Preserved.OWNER);
    assertThat(copy.run().first()).isEmpty();
    String modes = "stat -c %a . d d/e a d/b";
    assertThat(Shell.run(folder.resolve("owned"), modes))
        .isEqualTo(Shell.run(folder.resolve("plain"), modes));
  }

  private static int attribute(Path file, String name, byte[] value) {
    FolderCalls calls = FolderCalls.ofProcess().orElseThrow();
    int opened =
        calls.open(FolderCalls.WORKING_FOLDER, calls.name(Names.bytes(file)), O_CLOEXEC, 0);
    try {
      long called = calls.name(name.getBytes(StandardCharsets.US_ASCII));
      MemorySegment memory = calls.cells();
      MemorySegment.copy(value, 0, memory, ValueLayout.JAVA_BYTE, 0, value.length);
      return value.length > 0
          ? calls.setAttribute(opened, called, memory.address(), value.length)
          : (int) calls.attribute(opened, called, memory.address(), 0);
    } finally {
      int _ = calls.close(opened);
    }
  }

  /// One in which a user may do all.
  private static byte[] list(int group, int most) {
    ByteBuffer list = ByteBuffer.allocate(4 + 5 * 8).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
    for (int[] entry :
        new int[][] {{1, 7, -1}, {2, 7, 1000}, {4, group, -1}, {16, most, -1}, {32, 5, -1}}) {
      list.putShort((short) entry[0]).putShort((short) entry[1]).putInt(entry[2]);
    }
    return list.array();
  }

  @Test
  void theGroupOfACopyWithoutTheListMayDoNoMoreThanTheGroupInTheList() throws IOException {
    Path source = source();
    SpokenAssumption.that(
        attribute(source.resolve("a"), LIST, list(0, 7)) == 0, "no lists can be set here");
    assertThat(attribute(source.resolve("d"), LIST, list(7, 4))).isZero();
    assertThat(attribute(source.resolve("d/b"), LIST, list(5, 6))).isZero();
    Folder.Access access = Folder.Access.byNativeCode().orElseThrow();
    TreeCopy copy = copy(source, folder.resolve("target"), access).preserving(Preserved.MODE);
    assertThat(copy.run().first()).isEmpty();
    assertThat(Shell.run(folder.resolve("target"), "stat -c %a a d d/b").lines())
        .containsExactly("705", "745", "745");
    TreeCopy whole = copy(source, folder.resolve("whole"), access).preserving(Preserved.values());
    assertThat(whole.run().first()).isEmpty();
    assertThat(Shell.run(folder.resolve("whole"), "stat -c %a a d d/b").lines())
        .containsExactly("775", "745", "765");
  }

  @Test
  void aListThatTheTargetsFolderGivesToNewFilesGoesWhereTheSourceHasNone() throws IOException {
    Path source = source();
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Path target = shared.resolve("target");
    SpokenAssumption.that(
        attribute(shared, LIST_FOR_NEW, list(7, 7)) == 0, "no lists can be set here");
    Folder.Access access = Folder.Access.byNativeCode().orElseThrow();
    TreeCopy copy = copy(source, target, access).preserving(Preserved.values());
    assertThat(copy.run().first()).isEmpty();
    for (String name : List.of("", "a", "d", "d/e", "d/e/c")) {
      assertThat(attribute(target.resolve(name), LIST, NONE)).as(name).isNegative();
      assertThat(attribute(target.resolve(name), LIST_FOR_NEW, NONE)).as(name).isNegative();
    }
  }
}
