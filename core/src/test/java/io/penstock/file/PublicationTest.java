package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// How files appear that are complete, and what they leave as it was.
class PublicationTest {
  @TempDir Path folder;

  @BeforeEach
  void needsPermissions() throws IOException {
    FileStore store = Files.getFileStore(folder);
    assumeTrue(store.supportsFileAttributeView(PosixFileAttributeView.class));
  }

  @Test
  void aJvmThatIsToldToEndTakesItsUnfinishedFileWithIt() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    try (ChildJvm other = ChildJvm.start(UnfinishedFile.class, file.toString())) {
      assertThat(other.hear()).isEqualTo("begun");
      assertThat(listing()).hasSize(2);
      other.terminate();
      assertThat(other.end()).isEqualTo(128 + 15);
    }
    assertThat(listing()).containsExactly(file);
    try (ArrayFile array = ArrayFile.open(file)) {
      assertThat(array.shape()).isEqualTo(Shape.of(3));
    }
  }

  @Test
  void aHookThatCompletesAFileKeepsIt() throws IOException {
    Path file = folder.resolve("a.npy");
    try (ChildJvm other = ChildJvm.start(FileCompletedByHook.class, file.toString())) {
      assertThat(other.hear()).isEqualTo("begun");
      other.terminate();
      assertThat(other.hearAll()).containsExactly("saved", "another saved");
      assertThat(other.end()).isEqualTo(128 + 15);
    }
    Path another = folder.resolve("another");
    assertThat(listing()).containsExactlyInAnyOrder(file, another);
    try (ArrayFile array = ArrayFile.open(file)) {
      assertThat(array.shape()).isEqualTo(Shape.of(1000));
    }
    assertThat(another).hasContent("by a hook alone");
  }

  @Test
  void filesAppearInAnArchiveThatShowsThemOnceTheyAreClosed() throws IOException {
    URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
    try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path file = archive.getPath("/new");
      List<String> _ = Publication.writeNew(file, out -> out.write(7));
      assertThat(Files.readAllBytes(file)).containsExactly(7);
      assertThatExceptionOfType(FileAlreadyExistsException.class)
          .isThrownBy(() -> Publication.writeNew(file, out -> out.write(8)));

      Path array = archive.getPath("/array");
      Npy format = Npy.of(ElementType.BYTE, Shape.of(2));
      try (ArrayFile made = ArrayFile.create(array, format, Creation.inPlace())) {
        made.write(new byte[] {3, 4});
      }
      assertThat(Npy.readBytes(array)).containsExactly(3, 4);
      try (Stream<Path> entries = Files.list(archive.getPath("/"))) {
        assertThat(entries).containsExactlyInAnyOrder(file, array);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aPipeIsRefusedByNameAndStaysOne(FileEngine engine) throws IOException {
    Path pipe = node("pipe", "mkfifo \"$1\"");
    for (Creation creation : List.of(Creation.whenComplete(), Creation.newWhenComplete())) {
      assertThatExceptionOfType(FileSystemException.class)
          .isThrownBy(
              () ->
                  ArrayFile.create(
                      pipe, Npy.of(ElementType.INT, Shape.of(3)), creation.withEngine(engine)))
          .withMessageContaining(pipe.toString());
    }
    assertThat(listing()).containsExactly(pipe);
    assertThat(Publication.isSpecial(pipe)).isTrue();
  }

  @Test
  void aDeviceAndALinkToOneAreRefusedAndStay() throws IOException {
    Path device = node("null", "mknod \"$1\" c 1 3");
    Path link = Files.createSymbolicLink(folder.resolve("link"), device);
    for (Path file : List.of(device, link)) {
      for (Creation creation : List.of(Creation.whenComplete(), Creation.newWhenComplete())) {
        assertThatExceptionOfType(FileSystemException.class)
            .isThrownBy(
                () -> ArrayFile.create(file, Npy.of(ElementType.INT, Shape.of(3)), creation))
            .withMessageContaining("is a pipe, a socket or a device, which no file replaces");
      }
    }
    assertThat(listing()).containsExactlyInAnyOrder(device, link);
    assertThat(Publication.isSpecial(device)).isTrue();
  }

  @Test
  void whatIsWrittenToADeviceGoesIntoIt() throws IOException {
    Path device = node("null", "mknod \"$1\" c 1 3");
    Publication.write(device, new byte[1000]);
    Publication.writeNew(device, out -> out.write(1));
    assertThat(listing()).containsExactly(device);
    assertThat(Publication.isSpecial(device)).isTrue();
  }

  @Test
  void whatIsWrittenToAPipeReachesItsReader() throws Exception {
    Path pipe = node("pipe", "mkfifo \"$1\"");
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(pipe);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            run -> Thread.ofPlatform().daemon().start(run));
    Publication.write(pipe, "through".getBytes(UTF_8));
    assertThat(read.get(60, TimeUnit.SECONDS)).asString(UTF_8).isEqualTo("through");
    assertThat(Publication.isSpecial(pipe)).isTrue();
  }

  private Path node(String name, String script) throws IOException {
    Path path = folder.resolve(name);
    SpokenAssumption.that(
        Script.succeeds(script, path.toString()), "no such node can be made here: " + script);
    return path;
  }

  @Test
  void aLinkOfTheTemporaryNameIsNotFollowed() throws IOException {
    Path precious = Files.writeString(folder.resolve("precious"), "precious");
    Publication publication = Publication.of(folder.resolve("a"));
    Files.createSymbolicLink(publication.temporary(), precious);
    assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(publication::create);
    assertThat(precious).hasContent("precious");
  }

  @Test
  void aFileThatMustBeNewReplacesNothingThatCameMeanwhile() throws IOException {
    Path file = folder.resolve("a");
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(
            () ->
                Publication.writeNew(
                    file,
                    out -> {
                      out.write(1);
                      Files.writeString(file, "by another");
                    }))
        .withMessage(file + ": exists already; choose another name or remove it");
    assertThat(file).hasContent("by another");
    assertThat(listing()).containsExactly(file);
  }

  @Test
  void anArrayThatMustBeNewReplacesNothingEither() throws IOException {
    Path file = folder.resolve("a.npy");
    ArrayFile array =
        ArrayFile.create(file, Npy.of(ElementType.INT, Shape.of(3)), Creation.newWhenComplete());
    array.write(new int[3]);
    Files.writeString(file, "by another");
    assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(array::close);
    assertThat(file).hasContent("by another");
    assertThat(listing()).containsExactly(file);
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(
            () ->
                ArrayFile.create(
                    file, Npy.of(ElementType.INT, Shape.of(3)), Creation.newWhenComplete()));
  }

  @Test
  void aLinkThatLeadsNowhereIsNothingNew() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("none"));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> Publication.writeNew(link, out -> out.write(1)));
    assertThat(listing()).containsExactly(link);
  }

  @Test
  void aFolderOfAFileSystemWithoutSuchACallIsTakenForSynced() throws IOException {
    SpokenAssumption.that(Files.isDirectory(Path.of("/proc/self")), "no /proc here");
    Durability.syncFolder(Path.of("/proc/self"));
    Durability.syncFolder(folder);
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> Durability.syncFolder(folder.resolve("missing")));
  }

  static Stream<Arguments> waysAndComers() {
    return Stream.of("stream", "array")
        .flatMap(
            way ->
                Stream.of(
                    Arguments.of(way, "a link", "ln -s elsewhere \"$1\""),
                    Arguments.of(way, "a folder", "mkdir \"$1\""),
                    Arguments.of(way, "a pipe, a socket or a device", "mkfifo \"$1\"")));
  }

  @ParameterizedTest
  @MethodSource("waysAndComers")
  void whatTakesTheNameMeanwhileAndIsNoFileStays(String way, String what, String script)
      throws IOException {
    Path file = create(folder.resolve("a.npy"));
    Step meanwhile =
        () -> {
          Files.delete(file);
          Path _ = node("a.npy", script);
        };
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> publish(way, file, meanwhile))
        .withMessageContaining(
            file + ": has become " + what + " while the new file was written, which no file");
    assertThat(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(listing().stream().filter(path -> !path.endsWith("source"))).containsExactly(file);
  }

  private interface Step {
    void take() throws IOException;
  }

  private void publish(String way, Path file, Step meanwhile) throws IOException {
    switch (way) {
      case "stream" ->
          Publication.write(
              file,
              out -> {
                out.write(1);
                meanwhile.take();
              });
      default -> {
        try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(3))) {
          array.write(new int[3]);
          meanwhile.take();
        }
      }
    }
  }

  @Test
  void aFileIsMadeFilledSyncedAndPublishedStepByStep() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    Publication publication = Publication.of(file);
    publication.discard();
    publication.create();
    assertThat(publication.target()).isEqualTo(file);
    assertThat(publication.temporary()).isEmptyFile().hasParent(folder);
    assertThat(BootstrapFileTest.descriptors(publication.temporary())).isZero();
    publication.discard();
    assertThat(listing()).containsExactly(file);
    publication.fillUnsynced(
        out -> {
          out.write("new".getBytes(UTF_8));
          out.close();
          out.write("er".getBytes(UTF_8));
        });
    assertThat(file).hasContent("old");
    assertThat(publication.temporary()).hasContent("newer");
    publication.sync();
    publication.publish();
    assertThat(file).hasContent("newer");
    assertThat(listing()).containsExactly(file);
  }

  @Test
  void aFileAppearsAtOnceWhereItsLastStepsAreTakenByAnother() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    Publication publication = Publication.of(file);
    publication.remember();
    Files.writeString(publication.temporary(), "new");
    publication.appear();
    assertThat(file).hasContent("new");
    assertThat(listing()).containsExactly(file);
    Publication inVain = Publication.of(file);
    inVain.remember();
    Files.writeString(inVain.temporary(), "newer");
    inVain.discard();
    assertThat(file).hasContent("new");
    assertThat(listing()).containsExactly(file);
  }

  @Test
  void anArrayFileIsMadeWithItsHeaderAndItsSize() throws IOException {
    Path file = folder.resolve("a.npy");
    Npy format = Npy.of(ElementType.INT, Shape.of(3));
    Publication publication = Publication.ofNew(file);
    publication.create(format, Creation.whenComplete());
    assertThat(BootstrapFileTest.descriptors(publication.temporary())).isZero();
    publication.publish();
    try (ArrayFile array = ArrayFile.open(file)) {
      int[] values = {1, 2, 3};
      array.read(values);
      assertThat(values).containsExactly(0, 0, 0);
    }
    assertThat(listing()).containsExactly(file);
  }

  @Test
  void anInterruptIsSaidInALine() throws IOException {
    Path file = folder.resolve("a");
    for (boolean last : List.of(false, true)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(
              () ->
                  Publication.write(
                      file,
                      out -> {
                        out.write(1);
                        Thread.currentThread().interrupt();
                        if (!last) {
                          out.write(2);
                        }
                      }))
          .withMessage(
              "%s: cannot be %s: the thread was interrupted",
              file, last ? "synced" : "written at byte 1");
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(listing()).isEmpty();
  }

  @Test
  void anInterruptKeepsNoArrayFromAppearing() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(5))) {
      array.write(new int[5]);
      Thread.currentThread().interrupt();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    try (ArrayFile array = ArrayFile.open(file)) {
      assertThat(array.shape()).isEqualTo(Shape.of(5));
    }
  }

  @Test
  void whatCannotBeMadeHasItsOwnNameInTheMessage() {
    SpokenAssumption.that(Files.isDirectory(Path.of("/proc/self")), "no /proc here");
    Path file = Path.of("/proc/self/new");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> Publication.write(file, new byte[1]))
        .satisfies(e -> assertThat(e.getFile()).isEqualTo(file.toString()));
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> ArrayFile.create(file, ElementType.INT, Shape.of(5)))
        .satisfies(e -> assertThat(e.getFile()).isEqualTo(file.toString()));
  }

  private List<Path> listing() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static Path create(Path file) throws IOException {
    try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(3))) {
      array.write(new int[] {1, 2, 3});
    }
    return file;
  }
}
