package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is wrong with a file is said in one line: the file, the byte, the reason.
class NpyMalformedTest {
  private static void refused(byte[] file, long offset, String... reasons) {
    FormatException refusal =
        catchThrowableOfType(FormatException.class, () -> NpyFiles.read(file));
    assertThat(refusal)
        .hasMessageStartingWith("a.npy, byte " + offset + ": ")
        .hasMessageContainingAll(reasons);
    assertThat(refusal.file()).isEqualTo("a.npy");
    assertThat(refusal.offset()).isEqualTo(offset);
    assertThat(refusal.getMessage()).isPrintable().hasSizeLessThan(400);
  }

  private static byte[] three() {
    return NpyFiles.file(1, NpyFiles.THREE, 24);
  }

  @Test
  void anEmptyFile() {
    refused(new byte[0], 0, "an empty file is not a NumPy file");
  }

  @ParameterizedTest
  @CsvSource({
    "89504e470d0a1a0a0000, '\\x89PNG\\x0d\\x0a', as a raw file",
    "504b030414000000, 'PK\\x03\\x04', unzip it",
    "41, 'A', as a raw file",
  })
  void aFileOfAnotherKind(String hex, String beginning, String remedy) {
    refused(HexFormat.of().parseHex(hex), 0, "not a NumPy file", beginning, remedy);
  }

  @Test
  void aHeaderThatIsCutShortAnywhere() {
    byte[] whole = three();
    for (int size = 1; size < whole.length - 24; size++) {
      refused(Arrays.copyOf(whole, size), size, "cut short", "write or copy it again");
    }
  }

  @Test
  void anArrayThatIsCutShortSaysHowManyBytesAreMissing() {
    byte[] whole = three();
    refused(
        Arrays.copyOf(whole, whole.length - 24),
        whole.length - 24,
        "float64 of shape 3 ends at byte 91: 24 bytes are missing");
    refused(Arrays.copyOf(whole, whole.length - 1), whole.length - 1, "1 byte is missing");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 1", "4, 0", "255, 255"})
  void anUnknownVersion(int major, int minor) {
    byte[] file = three();
    file[6] = (byte) major;
    file[7] = (byte) minor;
    refused(file, 6, "NPY version " + major + "." + minor + " is unknown");
  }

  @Test
  void aHeaderOfFourGibibytesIsRefusedBeforeItIsRead() {
    byte[] file = NpyFiles.file(2, NpyFiles.THREE, 24);
    Arrays.fill(file, 8, 12, (byte) 0xff);
    FormatException refusal =
        catchThrowableOfType(
            FormatException.class,
            () ->
                Npy.read(
                    "a.npy",
                    1L << 40,
                    (offset, target) -> {
                      assertThat(target.length).isLessThan(16);
                      System.arraycopy(file, (int) offset, target, 0, target.length);
                    }));
    assertThat(refusal)
        .hasMessageContainingAll("byte 8", "a header of 4294967295 bytes is above the limit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "()",
        "[]",
        "{",
        "{'",
        "{'descr",
        "{'descr'",
        "{'descr':",
        "{'descr': '<f8'",
        "{'descr': '<f8',",
        "{'descr': '<f8', 'fortran_order': ",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,),",
        "{'descr' '<f8', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<f8' 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<f8',, 'fortran_order': False, 'shape': (3,), }",
        "{, 'descr': '<f8', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '\\x3cf8', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<f8\n', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': u'<f8', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<f8', 'fortran_order': false, 'shape': (3,), }",
        "{'descr': '<f8', 'fortran_order': Falsely, 'shape': (3,), }",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (3,), }",
        "{'descr': '<f8', 'fortran_order': None, 'shape': (3,), }",
        "{'descr': '<f8', 'fortran_order': 'False', 'shape': (3,), }",
        "{'descr': '<f8', 'fortran_order': not True, 'shape': (3,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': 3, }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': [3], }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': ((3,)), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3 4), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': ('3',), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (True,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3.0,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3e0,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (03,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (0x3,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1_0,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (+3,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3l,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3LL,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3+4,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)*2, }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), } + 1",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), } # three",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }\0",
        "dict(descr='<f8', fortran_order=False, shape=(3,))",
        "__import__('os').system('touch /tmp/broken')",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (__import__('os').getpid(),), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': tuple([3]), }",
        "{**{}, 'descr': '<f8', 'fortran_order': False, 'shape': (3,), }",
        "{b'descr': '<f8', 'fortran_order': False, 'shape': (3,), }",
        "{descr: '<f8', 'fortran_order': False, 'shape': (3,), }",
      })
  void whatIsNotTheDictionaryIsNamedAndNeverRun(String text) {
    FormatException refusal =
        catchThrowableOfType(FormatException.class, () -> NpyFiles.read(text));
    assertThat(refusal).hasMessageContainingAll("expected ", " but ");
    assertThat(refusal.offset()).isBetween(10L, 10L + text.length());
    assertThat(refusal.getMessage()).isPrintable().hasSizeLessThan(300);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'<' 'f8'", "'''<f8'''", "'<f' + '8'"})
  void stringsAreNotJoined(String descr) {
    refused(NpyFiles.file(NpyFiles.THREE.replace("'<f8'", descr)), 20, "is unknown");
  }

  @Test
  void theByteNamedIsTheOneThatIsWrong() {
    refused(
        NpyFiles.file("{'descr': '<f8', 'fortran_order': no, 'shape': (3,), }"),
        44,
        "expected True or False for fortran_order but found 'no, ");
    refused(
        NpyFiles.file(2, "{'descr': '<f8', 'fortran_order': no, 'shape': (3,), }", 24),
        46,
        "'no, ");
  }

  @ParameterizedTest
  @CsvSource({
    "'{''descr'': ''<f8'', ''shape'': (3,), }', 10, key 'fortran_order' is missing",
    "'{''descr'': ''<f8'', ''fortran_order'': False, }', 10, key 'shape' is missing",
    "'{''fortran_order'': False, ''shape'': (3,)}', 10, key 'descr' is missing",
    "'{}', 10, key 'descr' is missing",
    "'{''descr'': ''<f8'', ''descr'': ''<f8'', }', 27, key 'descr' is there twice",
    "'{''shape'': (3,), ''shape'': (3,), }', 26, key 'shape' is there twice",
    "'{''fortran_order'': True, ''fortran_order'': True}', 34, key 'fortran_order' is there twice",
    "'{''Descr'': ''<f8'', }', 11, key 'Descr' is unknown",
  })
  void aKeyThatIsMissingTwiceThereOrUnknown(String text, long offset, String reason) {
    refused(NpyFiles.file(text), offset, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "'|O', pickled Python objects, float64",
    "'O', pickled Python objects, float64",
    "'|S5', byte strings, uint8",
    "'<U10', text, uint32",
    "'<M8[ns]', dates, int64",
    "'<m8[us]', time spans, int64",
    "'|V16', opaque bytes, bfloat16",
    "'<f16', long double, float64",
    "'<c32', long doubles, complex128",
    "'f8', expected a byte order, '<f8'",
    "'float64', expected a byte order, float64",
    "'<f3', is unknown, float16",
    "'<i16', is unknown, int64",
    "'<', is unknown, int64",
    "'', is unknown, int64",
    "'<f8 ', is unknown, int64",
    "'<\u00e9', \\xe9, is unknown",
  })
  void aTypeThatIsNoNumberIsNamedWithAWayOut(String descr, String reason, String remedy) {
    refused(NpyFiles.file(NpyFiles.THREE.replace("<f8", descr)), 20, "dtype", reason, remedy);
  }

  @Test
  void whatIsFoundIsQuotedUpToFortyBytesOfPrintableAscii() {
    assertThat(PythonLiteral.excerpt("a".repeat(40))).isEqualTo("'" + "a".repeat(40) + "'");
    assertThat(PythonLiteral.excerpt("a".repeat(41))).isEqualTo("'" + "a".repeat(40) + "...'");
    assertThat(PythonLiteral.excerpt(" ~\u007f\u001f\u0080\u00ff"))
        .isEqualTo("' ~\\x7f\\x1f\\x80\\xff'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[('x', '<f8'), ('y', '<f8')]", "('<f8', (3,))", "[]"})
  void aStructuredTypeIsNamedWithAWayOut(String descr) {
    refused(
        NpyFiles.file(NpyFiles.THREE.replace("'<f8'", descr)),
        20,
        "a structured dtype",
        "each field by itself");
  }

  @ParameterizedTest
  @CsvSource({
    "'(-1,)', 61, negative extent",
    "'(3, -4)', 64, negative extent",
    "'(9223372036854775808,)', 61, an extent is above 2^63 - 1",
    "'(99999999999999999999999999,)', 61, an extent is above 2^63 - 1",
    "'(4294967296, 4294967296)', 60, more than 2^63 - 1 elements",
    "'(9223372036854775807,)', 10, would end past byte 2^63 - 1",
    "'(3)', 60, '(N,)'",
  })
  void aShapeThatCannotBe(String tuple, long offset, String reason) {
    refused(NpyFiles.file(NpyFiles.THREE.replace("(3,)", tuple)), offset, reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 66, 10_000})
  void aRankAboveTheLimit(int rank) {
    String tuple = "(" + "1,".repeat(rank) + ")";
    refused(NpyFiles.file(NpyFiles.THREE.replace("(3,)", tuple)), 60, "the rank is above 64");
  }

  @Test
  void theSuffixOfPython2InVersion3() {
    refused(NpyFiles.file(3, NpyFiles.THREE.replace("3,", "3L,"), 24), 64, "found 'L,), }'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {" ", "{", "(", "[", "'", "9", "{'descr':", "\\", "#", "\n", ",", "\u00ff", "-"})
  void aMebibyteOfAnythingIsRefused(String unit) {
    String text = unit.repeat((1 << 20) / unit.length());
    for (String beginning : new String[] {"", "{'descr': ", "{'shape': (", "{'descr': '"}) {
      byte[] file = NpyFiles.file(2, (beginning + text).substring(0, text.length()), 0);
      FormatException refusal =
          catchThrowableOfType(FormatException.class, () -> NpyFiles.read(file));
      assertThat(refusal.getMessage()).isPrintable().hasSizeLessThan(400);
    }
  }
}
