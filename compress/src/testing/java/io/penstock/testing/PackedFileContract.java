package io.penstock.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.compress.Codec;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.file.FormatException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files are compressed and decompressed by one call, whichever the codec, and go both ways with
/// the command that everybody has for its format.
public abstract class PackedFileContract {
  private static final int ZEROS = 40 << 20;

  @TempDir private Path folder;

  private Path plain = Path.of("");
  private Path archive = Path.of("");
  private Path back = Path.of("");

  /// The one that is tested.
  protected abstract Codec codec();

  /// The command of its format, which knows the options `-c`, `-d` and `-q`.
  protected abstract String command();

  @BeforeEach
  void names() {
    plain = folder.resolve("plain");
    archive = folder.resolve("archive" + codec().suffix());
    back = folder.resolve("back");
  }

  // ---- both ways -------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300_000, 5_000_000})
  void aFileIsCompressedByItsNewNameAndDecompressedByItsContent(int size) throws IOException {
    Files.write(plain, Contents.mixed(new Random(size), size));
    Compression.compress(plain, archive);
    assertThat(codec().recognizes(Files.readAllBytes(archive))).isTrue();
    Path nameless = Files.move(archive, folder.resolve("nameless"));
    Compression.decompress(nameless, back, Limits.defaults());
    assertThat(back).hasSameBinaryContentAs(plain);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 700_000, 5_000_000})
  void theCommandReadsWhatIsCompressed(int size) throws Exception {
    Files.write(plain, Contents.mixed(new Random(size), size));
    Compression.compress(plain, archive);
    run("-dcq", archive, back);
    assertThat(back).hasSameBinaryContentAs(plain);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 700_000, 5_000_000})
  void whatTheCommandCompressesIsRead(int size) throws Exception {
    Files.write(plain, Contents.mixed(new Random(size), size));
    run("-cq", plain, archive);
    Compression.decompress(archive, back, Limits.trusted());
    assertThat(back).hasSameBinaryContentAs(plain);
  }

  @Test
  void aSeekableArchiveIsDecompressedToTheSame() throws IOException {
    Files.write(plain, Contents.mixed(new Random(1), 3_000_000));
    Packing packing = Packing.of(codec()).withFrameBytes(100_000);
    try (OutputStream out = Compression.seekable(Files.newOutputStream(archive), packing)) {
      Files.copy(plain, out);
    }
    Compression.decompress(archive, back, Limits.defaults());
    assertThat(back).hasSameBinaryContentAs(plain);
  }

  @Test
  void whatIsWrittenHasTheRightsOfWhatIsRead() throws IOException {
    Files.write(plain, new byte[100]);
    SpokenAssumption.that(
        Files.getFileStore(folder).supportsFileAttributeView("posix"), "no POSIX permissions");
    Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rw-r-----"));
    Compression.compress(plain, archive);
    Compression.decompress(archive, back, Limits.defaults());
    for (Path made : List.of(archive, back)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
          .isEqualTo("rw-r-----");
    }
  }

  @Test
  void aPipeIsReadToItsEnd() throws Exception {
    Path pipe = folder.resolve("pipe");
    SpokenAssumption.that(
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo");
    Files.write(plain, Contents.mixed(new Random(2), 300_000));
    Process writer = new ProcessBuilder("cp", plain.toString(), pipe.toString()).start();
    Watchdog.guard(
        "the compression of a pipe",
        () -> {
          Compression.compress(pipe, archive, Packing.of(codec()));
          return "done";
        });
    assertThat(writer.waitFor()).isZero();
    Compression.decompress(archive, back, Limits.defaults());
    assertThat(back).hasSameBinaryContentAs(plain);
  }

  // ---- limits ----------------------------------------------------------------------------------

  @Test
  void zerosOfOnesOwnAreRefusedByDefaultAndUnpackedWhereTheyAreTrusted() throws IOException {
    Files.write(plain, new byte[ZEROS]);
    Compression.compress(plain, archive);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Compression.decompress(archive, back, Limits.defaults()))
        .withMessageStartingWith(archive + ", byte ")
        .withMessageContaining("more than 200 times its size");
    assertThat(folder).isDirectoryNotContaining("glob:**back*");
    Compression.decompress(archive, back, Limits.trusted());
    assertThat(back).hasSameBinaryContentAs(plain);
  }

  @Test
  void whatIsDamagedIsRefusedHoweverItIsTrusted() throws IOException {
    Files.write(plain, Contents.mixed(new Random(3), 300_000));
    Compression.compress(plain, archive);
    byte[] whole = Files.readAllBytes(archive);
    Files.write(archive, Contents.flipped(whole, 4 * whole.length));
    requireRefused(
        () -> Compression.decompress(archive, back, Limits.trusted()),
        IOException.class,
        "archive");
    Files.write(archive, Contents.joined(whole, new byte[] {0}));
    requireRefused(
        () -> Compression.decompress(archive, back, Limits.trusted()),
        IOException.class,
        "archive");
  }

  // ---- what is not there, or in the way --------------------------------------------------------

  @Test
  void aSourceThatIsNotThereIsNamed() {
    requireRefused(
        () -> Compression.compress(plain, archive), NoSuchFileException.class, "no such file");
    requireRefused(
        () -> Compression.decompress(archive, back, Limits.trusted()),
        NoSuchFileException.class,
        "no such file");
  }

  @Test
  void aFolderIsRefusedOnEitherSide() throws IOException {
    Path inner = Files.createDirectory(folder.resolve("inner" + codec().suffix()));
    Files.write(plain, new byte[100]);
    requireRefused(
        () -> Compression.compress(inner, archive), FileSystemException.class, "is a folder");
    requireRefused(
        () -> Compression.compress(plain, inner), FileSystemException.class, "is a folder");
    requireRefused(
        () -> Compression.decompress(inner, back, Limits.trusted()),
        FileSystemException.class,
        "is a folder");
    requireRefused(
        () -> Compression.compress(plain, folder.resolve("none/x" + codec().suffix())),
        NoSuchFileException.class,
        "no such folder");
  }

  @Test
  void aTargetThatIsThereStaysAsItIs() throws IOException {
    Files.write(plain, new byte[100]);
    Files.writeString(archive, "something else");
    requireRefused(
        () -> Compression.compress(plain, archive),
        FileAlreadyExistsException.class,
        "exists already");
    assertThat(archive).hasContent("something else");
    Files.delete(archive);
    Compression.compress(plain, archive);
    Files.writeString(back, "something else");
    requireRefused(
        () -> Compression.decompress(archive, back, Limits.trusted()),
        FileAlreadyExistsException.class,
        "exists already");
    assertThat(back).hasContent("something else");
  }

  @Test
  void aLinkThatLeadsNowhereIsInTheWayToo() throws IOException {
    Files.write(plain, new byte[100]);
    Files.createSymbolicLink(archive, folder.resolve("nowhere"));
    requireRefused(
        () -> Compression.compress(plain, archive),
        FileAlreadyExistsException.class,
        "exists already");
    assertThat(folder.resolve("nowhere")).doesNotExist();
  }

  @Test
  void aFileIsNotCompressedIntoItselfByAnyOfItsNames() throws IOException {
    Path named = Files.write(folder.resolve("plain" + codec().suffix()), new byte[100]);
    Path link = Files.createSymbolicLink(folder.resolve("link" + codec().suffix()), named);
    Path second = Files.createLink(folder.resolve("second" + codec().suffix()), named);
    for (Path same :
        List.of(named, link, second, named.resolveSibling("./" + named.getFileName()))) {
      requireRefused(
          () -> Compression.compress(named, same),
          FileSystemException.class,
          "is the file that is read");
    }
    assertThat(named).hasBinaryContent(new byte[100]);
  }

  @Test
  void aNameThatNoCodecHasIsRefusedWithThoseThatThereAre() throws IOException {
    Files.write(plain, new byte[100]);
    requireRefused(
        () -> Compression.compress(plain, folder.resolve("plain.rar")),
        IllegalArgumentException.class,
        codec().suffix() + " (" + codec().name() + ")");
  }

  @Test
  void aWriteThatFailsLeavesNothing() throws IOException {
    byte[] noise = new byte[5 << 20];
    new Random(4).nextBytes(noise);
    Files.write(plain, noise);
    Compression.compress(plain, archive);
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), 1 << 20)) {
      assertThatThrownBy(
              () -> Compression.compress(plain, disk.folder().resolve("a" + codec().suffix())))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot be written");
      assertThatThrownBy(
              () -> Compression.decompress(archive, disk.folder().resolve("b"), Limits.trusted()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot be written");
      assertThat(disk.folder()).isEmptyDirectory();
    }
  }

  @Test
  void anInterruptEndsTheCallAndLeavesNothing() throws IOException {
    Files.write(plain, Contents.mixed(new Random(5), 3_000_000));
    Thread.currentThread().interrupt();
    try {
      requireRefused(
          () -> Compression.compress(plain, archive), IOException.class, "was interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  /// Fails if anything else is left behind than what was there before.
  private void requireRefused(
      ThrowingCallable call, Class<? extends Exception> type, String reason) {
    List<Path> before = entries();
    assertThatThrownBy(call).isInstanceOf(type).hasMessageContaining(reason);
    assertThat(entries()).isEqualTo(before);
  }

  private List<Path> entries() {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void run(String options, Path in, Path out) throws Exception {
    SpokenAssumption.that(isThere(command()), "no " + command());
    Process process =
        new ProcessBuilder(command(), options, in.toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private static boolean isThere(String tool) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(path -> Files.isExecutable(Path.of(path, tool)));
  }
}
