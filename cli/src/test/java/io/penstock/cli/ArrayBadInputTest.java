package io.penstock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a user gets wrong is one line that names it, and nothing is left behind.
class ArrayBadInputTest {
  @TempDir private Path folder;
  private Path good;

  @BeforeEach
  void writeAGoodFile() throws IOException {
    good = SmallArrays.matrix(folder.resolve("good.npy"));
  }

  @Test
  void aMissingFile() {
    refused(1, folder.resolve("none.npy"), "no such file or folder; check the path");
  }

  @Test
  void aFolder() throws IOException {
    refused(1, Files.createDirectory(folder.resolve("folder")), "is a folder");
  }

  @Test
  void aFileThatMayNotBeRead() throws IOException {
    Path secret = SmallArrays.matrix(folder.resolve("secret.npy"));
    assertThat(secret.toFile().setReadable(false)).isTrue();
    assumeFalse(Files.isReadable(secret), "root reads everything");
    refused(1, secret, "permission denied");
  }

  @Test
  void anEmptyFile() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));
    refused(1, empty, "an empty file is not a NumPy file");
    refused(1, empty, "is empty", "--raw", "int32,big,4");
  }

  @Test
  void aRawFileThatIsTooShort() throws IOException {
    Path file = Files.write(folder.resolve("a.bin"), new byte[12]);
    refused(1, file, "4 bytes short of int32", "--raw", "int32,big,4");
  }

  @Test
  void aRawFileOfNoWholeNumberOfElements() throws IOException {
    Path file = Files.write(folder.resolve("a.bin"), new byte[18]);
    refused(1, file, "18 bytes from byte 0 on are no multiple of the 4", "--raw", "int32,big,4");
    refused(
        1,
        file,
        "15 bytes from byte 3 on are no multiple of the 16",
        "--raw",
        "complex128,big,1,3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int33,big,4 | unknown type 'int33'",
        "int32,middle,4 | unknown byte order 'middle'",
        "int32,big,-4 | extent '-4' is not a whole number",
        "int32,big | 2 parts",
        "int32,big,4,x | offset 'x'",
        "int64,big,4294967296x4294967296 | 2^63 - 1"
      })
  void aRawDescriptionThatIsNone(String description, String reason) {
    CommandRun run = CommandRun.of("array", "info", good.toString(), "--raw", description);
    oneLine(run, 2, "--raw", reason, "see penstock array info --help");
  }

  @Test
  void aFileWithABadMagic() throws IOException {
    refused(1, Files.writeString(folder.resolve("a.npy"), "GIF89a"), "not a NumPy file");
  }

  @Test
  void pickledObjects() throws IOException {
    refused(1, changed("'<f8'", "'|O' "), "Python objects");
  }

  @Test
  void pythonCodeInTheHeader() throws IOException {
    refused(1, changed("(3, 4)", "exit()"), "expected");
  }

  @Test
  void aHeaderOfFourGibibytes() throws IOException {
    byte[] bytes = Files.readAllBytes(good);
    bytes[6] = 2;
    Arrays.fill(bytes, 8, 12, (byte) 0xff);
    refused(1, Files.write(folder.resolve("a.npy"), bytes), "4294967295 bytes is above the limit");
  }

  @Test
  void aTruncatedBody() throws IOException {
    byte[] bytes = Files.readAllBytes(good);
    Path cut = Files.write(folder.resolve("a.npy"), Arrays.copyOf(bytes, bytes.length - 8));
    refused(1, cut, "8 bytes are missing; the file was cut short");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5,0 | index 5 is outside axis 0, which has 3 elements",
        "0,-5 | index -5 is outside axis 1, which has 4 elements",
        "0,0,0 | 3 parts for an array of rank 2"
      })
  void slicesOutsideTheArray(String slices, String reason) {
    Path out = folder.resolve("out.npy");
    CommandRun run = CommandRun.of("array", "slice", good.toString(), slices, out.toString());
    oneLine(run, 1, good.toString(), slices, reason);
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "1:2:3:4", "::0", "...,...", "1 2", "1,,2", "None", "1.5", "--"})
  void slicesThatAreNone(String slices) {
    Path out = folder.resolve("out.npy");
    CommandRun run = CommandRun.of("array", "slice", good.toString(), slices, out.toString());
    oneLine(run, 2, "see penstock array slice --help");
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--type | int7 | unknown type 'int7'",
        "--order | middle | unknown byte order 'middle'",
        "--storage | rows | unknown storage order 'rows'",
        "--threads | 0 | --threads must be 1 to 1024",
        "--threads | many | is not an int"
      })
  void optionsThatAreNone(String option, String value, String reason) {
    Path out = folder.resolve("out.npy");
    CommandRun run =
        CommandRun.of("array", "convert", good.toString(), out.toString(), option, value);
    oneLine(run, 2, option, reason, "see penstock array convert --help");
    assertThat(out).doesNotExist();
  }

  @Test
  void anOutputWithoutAFormat() {
    Path out = folder.resolve("out.dat");
    CommandRun run = CommandRun.of("array", "convert", good.toString(), out.toString());
    oneLine(run, 2, out + ": its name does not end with .npy; add --raw-out");
  }

  @Test
  void anOutputInNoFolder() {
    Path out = folder.resolve("none").resolve("out.npy");
    oneLine(
        CommandRun.of("array", "convert", good.toString(), out.toString()), 1, out + ": no such");
  }

  @Test
  void anOutputThatIsAFolder() {
    CommandRun run =
        CommandRun.of(
            "array", "convert", good.toString(), folder.toString(), "--raw-out", "--force");
    oneLine(run, 1, folder + ": is a folder; name a file in it");
  }

  @Test
  void aFailedConversionLeavesNothingBehind() throws IOException {
    byte[] bytes = Files.readAllBytes(good);
    ByteBuffer.wrap(bytes).put(6, (byte) 9);
    Path bad = Files.write(folder.resolve("a.npy"), bytes);
    CommandRun run =
        CommandRun.of("array", "convert", bad.toString(), folder.resolve("out.npy").toString());
    oneLine(run, 1, "NPY version 9.0 is unknown");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactlyInAnyOrder(good, bad);
    }
  }

  @Test
  void noVerbAndAnUnknownVerb() {
    oneLine(CommandRun.of("array"), 2, "no verb given after array");
    oneLine(CommandRun.of("array", "inf"), 2, "no verb 'inf', did you mean", "info");
  }

  private Path changed(String from, String to) throws IOException {
    byte[] bytes = Files.readAllBytes(good);
    String text = new String(bytes, ISO_8859_1);
    return Files.writeString(folder.resolve("changed.npy"), text.replace(from, to), ISO_8859_1);
  }

  private static void refused(int status, Path file, String reason, String... options) {
    for (String verb : List.of("info", "stats")) {
      String[] words = SmallArrays.words(List.of("array", verb, file.toString()), List.of(options));
      oneLine(CommandRun.of(words), status, "penstock: " + file, reason);
    }
  }

  private static void oneLine(CommandRun run, int status, String... parts) {
    assertThat(run.diagnostics().lines())
        .singleElement()
        .asString()
        .startsWith("penstock: ")
        .contains(parts);
    assertThat(run.results()).isEmpty();
    assertThat(run.status()).isEqualTo(status);
  }
}
