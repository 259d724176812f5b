package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Publication on a file system of the JVM's own, on which a file has one name: a sync, a close or
/// a rename that fails leaves nothing behind.
class ForeignPublicationTest {
  @TempDir Path folder;

  private List<Path> listing() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void whereAFileHasOneNameTheOneThatComesMeanwhileStays() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    files.afterCreationOf(file, () -> replace(files.behind(file)));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> Publication.writeNew(file, out -> out.write(1)));
    assertThat(listing()).containsExactly(files.behind(file));
    assertThat(files.behind(file)).hasContent("by another");
  }

  @Test
  void whereAFileHasOneNameTheOneThatComesLaterIsNotRemoved() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    files.beforeMoves(
        () -> {
          replace(files.behind(file));
          throw new IOException("moved in vain");
        });
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.writeNew(file, out -> out.write(1)))
        .withMessage("moved in vain");
    assertThat(listing()).containsExactly(files.behind(file));
    assertThat(files.behind(file)).hasContent("by another");
  }

  @Test
  void whereAFileHasOneNameItAppearsAllTheSame() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    Publication.writeNew(file, out -> out.write('1'));
    assertThat(listing()).containsExactly(files.behind(file));
    assertThat(files.behind(file)).hasContent("1");
    files.changeKeysAtEachLook();
    Path another = files.twin(Path.of("/b"));
    Publication.writeNew(another, out -> out.write('2'));
    assertThat(files.behind(another)).hasContent("2");
    Publication.write(another, out -> out.write('3'));
    assertThat(files.behind(another)).hasContent("3");
  }

  @Test
  void whereAFileHasOneNameNothingIsLeftOfAnAttemptInVain() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    files.beforeMoves(
        () -> {
          assertThat(BootstrapFileTest.descriptors(files.behind(file))).isZero();
          throw new IOException("moved in vain");
        });
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.writeNew(file, out -> out.write(1)))
        .withMessage("moved in vain");
    assertThat(listing()).isEmpty();
  }

  /// Fails so many times from now on.
  private static ForeignFileSystem.Event failing(int times, String reason) {
    AtomicInteger left = new AtomicInteger(times);
    return () -> {
      if (left.getAndDecrement() > 0) {
        throw new IOException(reason);
      }
    };
  }

  @Test
  void aFileThatCannotBeSyncedOrClosedDoesNotAppearAndIsNamed() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    files.beforeSyncs(failing(1, "the device failed"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.write(file, new byte[3]))
        .withMessage(file + ": cannot be synced: the device failed");
    files.afterClosing(failing(1, "no room"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.write(file, new byte[3]))
        .withMessage(file + ": cannot be closed: no room");
    files.afterClosing(failing(1, "no room"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.of(file).create())
        .withMessage(file + ": cannot be closed: no room");
    assertThat(listing()).isEmpty();
    Publication filled = Publication.of(file);
    files.afterClosing(failing(1, "no room"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> filled.fillUnsynced(out -> out.write(1)))
        .withMessage(file + ": cannot be closed: no room");
    files.afterClosing(failing(1, "no room"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(filled::sync)
        .withMessage(file + ": cannot be closed: no room");
    files.beforeSyncs(failing(1, "the device failed"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(filled::sync)
        .withMessage(file + ": cannot be synced: the device failed");
    filled.discard();
    assertThat(listing()).isEmpty();
  }

  @Test
  void whereAFileHasOneNameOneThatCannotBeClosedLeavesNothing() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    files.afterCreationOf(file, () -> files.afterClosing(failing(1, "no room")));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.writeNew(file, out -> out.write(1)))
        .withMessage(file + ": cannot be closed: no room");
    assertThat(listing()).isEmpty();
  }

  @Test
  void anArrayFileThatCannotBeClosedIsNotLeftBehind() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a.npy"));
    Creation creation =
        Creation.whenComplete().withEngine(FileEngines.of(FileEngine.Channel.class));
    AtomicInteger closed = new AtomicInteger();
    files.afterClosing(
        () -> {
          if (closed.incrementAndGet() == 2) { // the first one is the empty file's
            throw new IOException("no room");
          }
        });
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () -> Publication.of(file).create(Npy.of(ElementType.INT, Shape.of(3)), creation));
    assertThat(listing()).isEmpty();
  }

  private void replace(Path file) throws IOException {
    Path next = Files.writeString(folder.resolve("next"), "by another");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void allow(Path file, String permissions) throws IOException {
    PublishedRightsTest.allow(file, permissions);
  }

  @Test
  void aFileHasTheRightsOfTheOneThatIsThereInTheEndBeforeItIsSynced() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    Path behind = Files.writeString(files.behind(file), "old");
    allow(behind, "r--r-----");
    List<String> synced = new ArrayList<>();
    files.beforeSyncs(
        () -> {
          Path temporary = listing().stream().filter(path -> !path.equals(behind)).findAny().get();
          synced.add(PublishedRightsTest.permissions(temporary));
          if (synced.size() < 3) {
            replace(behind);
            allow(behind, synced.size() == 1 ? "rw-rw----" : "rwx------");
          }
        });
    Publication.write(file, new byte[3]);
    assertThat(synced).containsExactly("r--r-----", "rw-rw----", "rwx------");
    assertThat(PublishedRightsTest.permissions(behind)).isEqualTo("rwx------");
    assertThat(behind).hasSize(3);
  }

  @Test
  void aFileWhoseRightsCannotBeSyncedDoesNotAppear() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    AtomicInteger syncs = new AtomicInteger();
    files.beforeSyncs(
        () -> {
          if (syncs.incrementAndGet() == 2) {
            throw new IOException("the device failed");
          }
          replace(files.behind(file));
        });
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.write(file, new byte[3]))
        .withMessage(file + ": cannot be synced: the device failed");
    assertThat(listing()).containsExactly(files.behind(file));
    assertThat(files.behind(file)).hasContent("by another");
  }

  @Test
  void whereTheTemporaryNameStaysItIsSaidThatTheFileWasCreated() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    files.giveSeveralNames();
    Path file = files.twin(Path.of("/a"));
    files.beforeDeletions(failing(1, "not removed"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.writeNew(file, out -> out.write(new byte[3])))
        .withMessageStartingWith(file + " was created, but its temporary name ")
        .withMessageEndingWith(".tmp cannot be removed: not removed");
    assertThat(listing()).containsExactly(files.behind(file));
    assertThat(files.behind(file)).hasSize(3);
  }

  @Test
  void whatCannotBeRemovedEitherIsToldToo() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    Npy format = Npy.of(ElementType.INT, Shape.of(3));
    Creation creation =
        Creation.whenComplete().withEngine(FileEngines.of(FileEngine.Channel.class));
    files.beforeDeletions(failing(3, "not removed"));
    AtomicInteger closings = new AtomicInteger();
    files.afterClosing(
        () -> {
          if (closings.incrementAndGet() != 2) {
            throw new IOException("not closed");
          }
        });
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.of(file).create())
        .withMessage(file + ": cannot be closed: not closed")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .hasToString("java.io.IOException: not removed"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.of(file).create(format, creation))
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .hasToString("java.io.IOException: not removed"));
    files.afterClosing(() -> {});
    files.afterCreationOf(file, () -> files.afterClosing(failing(1, "not closed")));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Publication.writeNew(file, out -> out.write(1)))
        .withMessage(file + ": cannot be closed: not closed")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .hasToString("java.io.IOException: not removed"));
  }

  @ParameterizedTest
  @EnumSource(names = {"READ", "WRITE"})
  void aFileThatItsOwnerMayNotUseIsUsableUntilItIsFilled(AccessMode mode) throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    files.deny(mode);
    for (String permissions : List.of("---------", "r--r-----", "rw-r-----")) {
      Path file = files.twin(Path.of("/" + permissions));
      int bits = ViewAttributes.mode(PosixFilePermissions.fromString(permissions));
      Publication publication = Publication.ofNew(file).withPermissions(bits);
      publication.write(
          out -> {
            out.write(1);
            assertThat(PublishedRightsTest.permissions(files.behind(publication.temporary())))
                .startsWith("rw-");
          });
      assertThat(PublishedRightsTest.permissions(files.behind(file))).isEqualTo(permissions);
    }
  }

  @Test
  void aFileThatCannotBeMadeUsableIsNotLeftBehind() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Publication publication = Publication.of(files.twin(Path.of("/a")));
    files.deny(AccessMode.READ);
    files.beforeLooks(failing(1000, "no look"));
    AtomicInteger closed = new AtomicInteger();
    files.afterClosing(closed::incrementAndGet);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(publication::open)
        .withMessage("no look");
    assertThat(closed).hasValue(1);
    assertThat(listing()).isEmpty();
  }

  @Test
  void whatCannotBeMadeWritableIsToldAndRemovedAlsoWhereItCannotBeClosed() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Publication publication = Publication.of(files.twin(Path.of("/a")));
    files.deny(AccessMode.READ);
    files.beforeLooks(failing(1000, "no look"));
    files.afterClosing(failing(1, "not closed"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(publication::open)
        .withMessage("no look")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .hasToString("java.io.IOException: not closed"));
    assertThat(listing()).isEmpty();
  }

  @Test
  void aFolderThatMayNotBeLookedAtIsNotSaidToBeMissing() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    files.beforeLooks(
        () -> {
          throw new AccessDeniedException("x");
        });
    assertThatExceptionOfType(AccessDeniedException.class)
        .isThrownBy(() -> Publication.of(file))
        .withMessage(file + ": permission denied");
  }

  @Test
  void whereFilesHaveNoPermissionsTheyAreReplacedAllTheSame() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    files.haveNoPermissions();
    Path file = files.twin(Path.of("/a"));
    Files.writeString(files.behind(file), "old");
    AtomicInteger syncs = new AtomicInteger();
    files.beforeSyncs(
        () -> {
          if (syncs.getAndIncrement() == 0) {
            replace(files.behind(file));
          }
        });
    assertThat(Publication.write(file, new byte[3])).isEmpty();
    assertThat(syncs).hasValue(2);
    assertThat(files.behind(file)).hasSize(3);
    Publication.ofNew(files.twin(Path.of("/b"))).withPermissions(0).write(out -> out.write(1));
    assertThat(listing()).hasSize(2);
  }

  @Test
  void aSourceAndAnOlderFileLendWhatTheyHaveByTheJdksViewsToo() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path source = files.twin(Path.of("/source"));
    Path behind = Files.writeString(files.behind(source), "of another");
    PublishedRightsTest.requireOthers(behind);
    allow(behind, "rwx------");
    Path file = files.twin(Path.of("/a"));
    AtomicInteger closings = new AtomicInteger();
    files.afterClosing(closings::incrementAndGet);
    Publication.ofNew(file).withRightsOf(source).write(out -> out.write(1));
    assertThat(closings)
        .as("of the file, of one that shows what new ones get, and of the claim of its name")
        .hasValue(3);
    assertThat(Files.getAttribute(files.behind(file), "unix:uid")).isEqualTo(1234);
    assertThat(PublishedRightsTest.permissions(files.behind(file))).isEqualTo("rwx------");
    Files.setAttribute(files.behind(file), "user:colour", ByteBuffer.wrap(new byte[] {7}));
    assertThat(Publication.write(file, new byte[3])).isEmpty();
    assertThat((byte[]) Files.getAttribute(files.behind(file), "user:colour")).containsExactly(7);
  }
}
