package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Contents;
import io.penstock.testing.SmallFileSystem;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `pack`, `unpack` and `list`: names, errors and what is left behind.
class ArchiveCommandsTest {
  @TempDir private Path folder;

  private Path file(int size) throws IOException {
    return Files.write(folder.resolve("file"), Contents.mixed(new Random(size), size));
  }

  @ParameterizedTest
  @CsvSource({"gzip, .gz", "zstd, .zst", "lz4, .lz4"})
  void filesAreNamedByTheirCodec(String codec, String suffix) throws IOException {
    Path file = file(100_000);
    byte[] content = Files.readAllBytes(file);
    assertThat(CommandRun.of("pack", file.toString(), "--codec", codec).status()).isZero();
    Path archive = folder.resolve("file" + suffix);
    assertThat(archive).isNotEmptyFile();
    Files.delete(file);
    assertThat(CommandRun.of("unpack", archive.toString()).status()).isZero();
    assertThat(file).hasBinaryContent(content);
  }

  @Test
  void whatUnpackWouldRefuseIsNotPacked() throws IOException {
    for (String name : new String[] {"a\\b", "c:d"}) {
      Path file = Files.writeString(folder.resolve(name), "x");
      CommandRun run = CommandRun.of("pack", file.toString(), "--codec", "zip");
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.diagnostics())
          .startsWith("penstock: " + file + ": has a name that unpack refuses")
          .hasLineCount(1);
      assertThat(folder.resolve(name + ".zip")).doesNotExist();
    }
  }

  @Test
  void twoFilesOfOneNameAreNotPackedIntoOneArchive() throws IOException {
    Path one = Files.writeString(Files.createDirectory(folder.resolve("a")).resolve("x"), "1");
    Path two = Files.writeString(Files.createDirectory(folder.resolve("b")).resolve("x"), "2");
    Path zip = folder.resolve("both.zip");
    CommandRun run = CommandRun.of("pack", one.toString(), two.toString(), "-o", zip.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .startsWith("penstock: " + two + ": cannot be packed as 'x': duplicate entry: x; ")
        .hasLineCount(1);
    assertThat(zip).doesNotExist();
  }

  @Test
  void theTargetsNameSaysWhichCodec() throws IOException {
    Path file = file(100);
    for (String name : new String[] {"x.gz", "x.lz4", "x.zst", "x.zip"}) {
      String target = folder.resolve(name).toString();
      assertThat(CommandRun.of("pack", file.toString(), "-o", target).diagnostics()).isEmpty();
      String codec =
          name.equals("x.gz") ? "gzip" : name.equals("x.zst") ? "zstd" : name.substring(2);
      assertThat(CommandRun.of("list", target, "--json").results())
          .contains("\"codec\" : \"" + codec + "\"");
    }
  }

  @Test
  void severalFilesAreCompressedEachByItself() throws IOException {
    Path one = Files.writeString(folder.resolve("one"), "1");
    Path two = Files.writeString(folder.resolve("two"), "2");
    assertThat(CommandRun.of("pack", one.toString(), two.toString()).status()).isZero();
    assertThat(folder.resolve("one.zst")).exists();
    assertThat(folder.resolve("two.zst")).exists();
  }

  @Test
  void anArchiveCanGoToStandardOutput() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "some text\n".repeat(100_000));
    CommandRun run = CommandRun.of("unpack", packed(file, "gzip").toString(), "-o", "-");
    assertThat(run.status()).isZero();
    assertThat(run.results()).isEqualTo(Files.readString(file));
  }

  @Test
  void whatExistsIsNotReplaced() throws IOException {
    Path file = file(1000);
    Path archive = packed(file, "zstd");
    byte[] before = Files.readAllBytes(archive);
    CommandRun again = CommandRun.of("pack", file.toString());
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.diagnostics())
        .isEqualTo(
            "penstock: %s: exists already; choose another name or remove it%n".formatted(archive));
    assertThat(CommandRun.of("unpack", archive.toString()).diagnostics())
        .contains("exists already");
    assertThat(archive).hasBinaryContent(before);
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static void allow(Path file, String permissions) throws IOException {
    Path _ = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4"})
  void whatIsPrivateStaysPrivate(String codec) throws IOException {
    Path file = file(1000);
    for (String kept : List.of("rw-------", "rwx--x---", "r--------")) {
      allow(file, kept);
      Path archive = packed(file, codec);
      assertThat(permissions(archive)).isEqualTo(kept);
      Files.delete(file);
      assertThat(CommandRun.of("unpack", archive.toString()).diagnostics()).isEmpty();
      assertThat(permissions(file)).isEqualTo(kept);
      Files.delete(archive);
    }
  }

  @Test
  void aZipArchiveIsAsPrivateAsTheMostPrivateFileInIt() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Files.createDirectory(tree.resolve("d"));
    Files.writeString(tree.resolve("public"), "1");
    Path archive = folder.resolve("tree.zip");
    assertThat(CommandRun.of("pack", tree.toString()).diagnostics()).isEmpty();
    assertThat(permissions(archive)).isEqualTo(permissions(tree.resolve("public")));
    Files.delete(archive);
    allow(Files.writeString(tree.resolve("d/private"), "2"), "rw-------");
    allow(Files.writeString(tree.resolve("program"), "3"), "rwxr-xr-x");
    allow(tree.resolve("d"), "rwx------");
    assertThat(CommandRun.of("pack", tree.toString()).diagnostics()).isEmpty();
    assertThat(permissions(archive)).isEqualTo("rw-------");
    Path target = folder.resolve("target");
    assertThat(CommandRun.of("unpack", archive.toString(), "-o", target.toString()).diagnostics())
        .isEmpty();
    for (String name : List.of("public", "d", "d/private", "program")) {
      assertThat(permissions(target.resolve("tree").resolve(name)))
          .as(name)
          .isEqualTo(permissions(tree.resolve(name)));
    }
  }

  @Test
  void aDeviceIsWrittenIntoAndStays() throws IOException {
    Path file = file(1000);
    Path device = folder.resolve("device");
    SpokenAssumption.that(made("mknod", device.toString(), "c", "1", "3"), "no devices here");
    assertThat(CommandRun.of("pack", file.toString(), "-o", device.toString()).status()).isZero();
    Path archive = packed(file, "zstd");
    assertThat(CommandRun.of("unpack", archive.toString(), "-o", device.toString()).diagnostics())
        .isEmpty();
    assertThat(Files.readAttributes(device, BasicFileAttributes.class).isOther()).isTrue();
  }

  private static boolean made(String... command) throws IOException {
    return new ProcessBuilder(command).start().onExit().join().exitValue() == 0;
  }

  /// The pipe lets the archive wait while another one takes its name.
  @Test
  void anArchiveThatCameMeanwhileIsNotReplaced() throws Exception {
    Path pipe = folder.resolve("pipe");
    SpokenAssumption.that(made("mkfifo", pipe.toString()), "no pipes here");
    Path target = folder.resolve("target.zst");
    FutureTask<CommandRun> pack =
        new FutureTask<>(() -> CommandRun.of("pack", pipe.toString(), "-o", target.toString()));
    Thread.ofPlatform().daemon().start(pack);
    try (OutputStream content = Files.newOutputStream(pipe, StandardOpenOption.WRITE)) {
      Files.writeString(target, "by another");
      content.write(1);
    }
    CommandRun run = pack.get(60, TimeUnit.SECONDS);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics()).contains(target + ": exists already");
    assertThat(target).hasContent("by another");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(pipe, target);
    }
  }

  @Test
  void aNameThatIsNoTextIsNotPackedAsAnotherOne() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    SpokenAssumption.that(
        made("sh", "-c", "touch \"$1/$(printf 'a\\377')\"", "sh", tree.toString()),
        "no such names here");
    CommandRun run = CommandRun.of("pack", tree.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .contains("has a name that is no text in this locale")
        .hasLineCount(1);
    assertThat(folder.resolve("tree.zip")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4"})
  void aDamagedArchiveLeavesNothingBehind(String codec) throws IOException {
    Path file = file(100_000);
    Path archive = packed(file, codec);
    byte[] bytes = Files.readAllBytes(archive);
    Path target = folder.resolve("target");
    for (byte[] damaged :
        new byte[][] {
          Arrays.copyOf(bytes, bytes.length - 1),
          Contents.flipped(bytes, 4 * bytes.length),
          Contents.joined(bytes, new byte[1])
        }) {
      Files.write(archive, damaged);
      CommandRun run = CommandRun.of("unpack", archive.toString(), "-o", target.toString());
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.diagnostics()).startsWith("penstock: " + archive + ", byte ").hasLineCount(1);
      assertThat(target).doesNotExist();
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(file, archive);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4"})
  void aBombIsRefusedUnlessALimitAllowsIt(String codec) throws IOException {
    Path zeros = Files.write(folder.resolve("zeros"), new byte[32 << 20]);
    Path archive = packed(zeros, codec);
    Path target = folder.resolve("target");
    CommandRun run =
        CommandRun.of("unpack", archive.toString(), "-o", target.toString(), "--limit", "1m");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics()).contains("more than the limit of 1048576 bytes");
    assertThat(target).doesNotExist();
    assertThat(
            CommandRun.of("unpack", archive.toString(), "-o", target.toString(), "--limit", "32m")
                .status())
        .isZero();
    assertThat(target).hasSameBinaryContentAs(zeros);
  }

  @Test
  void aSeekableArchiveIsListedByItsFrames() throws IOException {
    Path file = file(3_000_000);
    Path archive = folder.resolve("file.zst");
    assertThat(CommandRun.of("pack", file.toString(), "--seekable").status()).isZero();
    assertThat(CommandRun.of("list", archive.toString()).results())
        .contains("zstd")
        .contains("(3000000 bytes)")
        .contains("yes, 3 frames");
    assertThat(CommandRun.of("list", archive.toString(), "--json").results())
        .contains("\"frames\" : 3");
  }

  @Test
  void aZipIsListedByItsFiles() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/sub"));
    Files.writeString(tree.resolve("file"), "text");
    assertThat(CommandRun.of("pack", folder.resolve("tree").toString()).status()).isZero();
    assertThat(CommandRun.of("list", folder.resolve("tree.zip").toString()).results())
        .contains("tree/sub/file");
  }

  @Test
  void oneFileThatCannotBePackedKeepsNoOtherFromIt() throws IOException {
    Path file = file(1000);
    CommandRun run = CommandRun.of("pack", folder.resolve("missing").toString(), file.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics()).contains("missing: no such file or folder").hasLineCount(1);
    assertThat(Path.of(file + ".zst")).isRegularFile();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | pack FOLDER --codec gzip | is a folder; use --codec zip",
        "2 | pack FILE FILE -o x.gz | one compressed file cannot hold several; use --codec zip",
        "2 | pack FILE --codec nonsense | no codec 'nonsense'; there are",
        "2 | pack FILE --codec gzip --level 10 | gzip has no level 10: choose one from 0 to 9",
        "2 | pack FILE --codec zip --level 10 | zip has no level 10",
        "2 | pack FILE --threads 0 | --threads must be 1 to 1024, not 0",
        "2 | pack FILE --codec zip --seekable | zip has its own directory",
        "2 | pack - --codec zip -o FOLDER/y.zip | has no name to be kept in a zip archive",
        "1 | pack FOLDER -o FOLDER/x.zip | is inside of what is packed",
        "1 | pack missing | missing: no such file or folder",
        "1 | unpack missing | missing: no such file or folder",
        "1 | unpack FILE | no archive of a known format; there are",
        "1 | list FILE | no archive of a known format; there are"
      })
  void wrongArgumentsAreExplained(int status, String line, String reason) throws IOException {
    Path file = file(1000);
    String[] words =
        line.replace("FILE", file.toString()).replace("FOLDER", folder.toString()).split(" ", -1);
    CommandRun run = CommandRun.of(words);
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.diagnostics()).startsWith("penstock: ").contains(reason).hasLineCount(1);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gzip, false",
    "zstd, false",
    "lz4, false",
    "zip, false",
    "gzip, true",
    "zstd, true",
    "lz4, true"
  })
  void whatCannotBeReadGivesNoArchiveThatLooksWhole(String codec, boolean seekable)
      throws IOException {
    String unreadable = "/proc/self/mem"; // nothing is mapped where it begins
    SpokenAssumption.that(Files.isReadable(Path.of(unreadable)), "no " + unreadable + " here");
    Path whole = file(3_000_000);
    List<List<String>> lines = new ArrayList<>(List.of(List.of(unreadable)));
    if (codec.equals("zip")) {
      lines.add(List.of(whole.toString(), unreadable));
    }
    for (List<String> sources : lines) {
      List<String> line = new ArrayList<>(List.of("pack", "--codec", codec, "-o", "-"));
      line.addAll(sources);
      if (seekable) {
        line.add("--seekable");
      }
      Path archive = folder.resolve("archive");
      CommandRun run = CommandRun.to(archive, line.toArray(String[]::new));
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.diagnostics())
          .startsWith("penstock: /proc/")
          .contains("/mem: cannot be read: ")
          .hasLineCount(1);
      assertThat(CommandRun.of("list", archive.toString()).status()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "lz4", "zip"})
  void aFullDiskIsNamed(String codec) throws IOException {
    Path noise = folder.resolve("noise");
    byte[] content = new byte[3 << 20];
    new Random(1).nextBytes(content);
    Files.write(noise, content);
    Path packed = folder.resolve("packed");
    assertThat(CommandRun.of("pack", noise.toString(), "-o", packed.toString()).status()).isZero();
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), 1 << 20)) {
      Path target = disk.folder().resolve("target");
      CommandRun run =
          CommandRun.of("pack", noise.toString(), "--codec", codec, "-o", target.toString());
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.diagnostics()).startsWith("penstock: " + target + ": ").hasLineCount(1);
      CommandRun unpacked = CommandRun.of("unpack", packed.toString(), "-o", target.toString());
      assertThat(unpacked.status()).isEqualTo(1);
      assertThat(unpacked.diagnostics()).startsWith("penstock: " + target + ": ").hasLineCount(1);
      assertThat(disk.folder()).isEmptyDirectory();
    }
  }

  @Test
  @Timeout(60) // where each cell asked all rows for its column's width, it took an hour
  void aTableOfManyRowsIsPrinted() {
    Table table = new Table();
    for (int i = 0; i < 400_000; i++) {
      table.add("row", i, "cell");
    }
    StringWriter printed = new StringWriter();
    table.print(new PrintWriter(printed));
    assertThat(printed.toString()).hasLineCount(400_000).endsWith("row  399999  cell\n");
  }

  private static Path packed(Path file, String codec) {
    assertThat(CommandRun.of("pack", file.toString(), "--codec", codec).diagnostics()).isEmpty();
    String suffix = codec.equals("gzip") ? ".gz" : codec.equals("zstd") ? ".zst" : ".lz4";
    return file.resolveSibling(file.getFileName() + suffix);
  }
}
