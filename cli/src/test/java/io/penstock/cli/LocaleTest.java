package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing depends on the user's locale: in Egypt `%d` has Arabic digits, in Turkey `i` has a
/// capital letter of its own, and both have found their way into file names, into formats and into
/// what other programs read.
class LocaleTest {
  private static final String FORMAT = "(Ljava/lang/String;[Ljava/lang/Object;)";

  /// Methods of the JDK that take the default locale; each has a twin that is given one.
  private static final Set<String> FORBIDDEN =
      Set.of(
          "java/lang/String.formatted([Ljava/lang/Object;)",
          "java/lang/String.format" + FORMAT,
          "java/lang/String.toUpperCase()",
          "java/lang/String.toLowerCase()",
          "java/io/PrintStream.printf" + FORMAT,
          "java/io/PrintStream.format" + FORMAT,
          "java/io/PrintWriter.printf" + FORMAT,
          "java/io/PrintWriter.format" + FORMAT,
          "java/io/Console.printf" + FORMAT,
          "java/util/Formatter.<init>()",
          "java/util/Formatter.<init>(Ljava/lang/Appendable;)",
          "java/util/Locale.getDefault()",
          "java/text/DecimalFormat.<init>(Ljava/lang/String;)",
          "java/text/NumberFormat.getInstance()",
          "java/text/NumberFormat.getNumberInstance()",
          "java/text/NumberFormat.getIntegerInstance()",
          "java/text/NumberFormat.getPercentInstance()",
          "java/text/MessageFormat.<init>(Ljava/lang/String;)",
          "java/text/MessageFormat.format" + FORMAT,
          "java/text/SimpleDateFormat.<init>(Ljava/lang/String;)",
          "java/time/format/DateTimeFormatter.ofPattern(Ljava/lang/String;)");

  /// Measures what the JDK's formatting costs, as users call it.
  private static final Set<String> EXEMPT = Set.of("io/penstock/evaluate/text/LineWriting");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.penstock.file.ArrayFile",
        "io.penstock.text.Lines",
        "io.penstock.tree.TreeCopy",
        "io.penstock.compress.Compression",
        "io.penstock.codecs.zstd.ZstdCodec",
        "io.penstock.codecs.lz4.Lz4Codec",
        "io.penstock.codecs.deflate.Libdeflate",
        "io.penstock.object.ObjectCodec",
        "io.penstock.object.analysis.ObjectAnalysis",
        "io.penstock.codecs.fory.ForyObjectCodec",
        "io.penstock.message.Communicator",
        "io.penstock.mpi.MpiMessages",
        "io.penstock.report.Html",
        "io.penstock.evaluate.text.LineWriting",
        "io.penstock.cli.Main"
      })
  void noClassOfAModuleFormatsByTheDefaultLocale(String marker) throws Exception {
    Class<?> of = Class.forName(marker, false, getClass().getClassLoader());
    assertThat(offences(of.getProtectionDomain().getCodeSource().getLocation().toURI())).isEmpty();
  }

  @Test
  void aCallByTheDefaultLocaleIsNoticed() throws IOException {
    byte[] offender;
    try (var in = LocaleTest.class.getResourceAsStream("LocaleTest$Offender.class")) {
      offender = in.readAllBytes();
    }
    assertThat(offences(offender))
        .containsExactlyInAnyOrder(
            "io/penstock/cli/LocaleTest$Offender: java/lang/String.formatted([Ljava/lang/Object;)",
            "io/penstock/cli/LocaleTest$Offender: java/io/PrintStream.printf" + FORMAT,
            "io/penstock/cli/LocaleTest$Offender: java/text/NumberFormat.getInstance()");
  }

  @SuppressWarnings("unused") // looked at, never run
  private static final class Offender {
    static String offend(PrintStream out) {
      out.printf("%d", 1).printf(Locale.ROOT, "%d", 2);
      return "%d".formatted(3) + NumberFormat.getInstance();
    }
  }

  @Test
  void arabicDigitsDoNotReachWhatIsPrinted(@TempDir Path folder) throws IOException {
    String text = Files.writeString(folder.resolve("text"), "one\n").toString();
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.of("ar", "EG"));
    try {
      assertThat("%d".formatted(12)).as("the JDK's own").isEqualTo("\u0661\u0662");
      assertThat(CommandRun.of("lines", text, "12").diagnostics()).contains("has 1 lines, not 12");
      assertThat(CommandRun.of("walk", "--total", folder.toString()).results())
          .contains("files 1, folders 1");
    } finally {
      Locale.setDefault(before);
    }
  }

  private static List<String> offences(URI location) throws IOException {
    Path path = Path.of(location);
    if (Files.isDirectory(path)) {
      return offencesBelow(path);
    }
    try (FileSystem jar = FileSystems.newFileSystem(path)) {
      return offencesBelow(jar.getPath("/"));
    }
  }

  private static List<String> offencesBelow(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> classes = files.filter(file -> file.toString().endsWith(".class")).toList();
      assertThat(classes).hasSizeGreaterThan(3);
      return classes.stream().flatMap(file -> offences(bytes(file)).stream()).toList();
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> offences(byte[] bytes) {
    var parsed = ClassFile.of().parse(bytes);
    String name = parsed.thisClass().asInternalName();
    return StreamSupport.stream(parsed.constantPool().spliterator(), false)
        .filter(MemberRefEntry.class::isInstance)
        .map(entry -> called((MemberRefEntry) entry))
        .filter(call -> FORBIDDEN.contains(call) && !EXEMPT.contains(outermost(name)))
        .map(call -> name + ": " + call)
        .toList();
  }

  /// Without what it returns.
  private static String called(MemberRefEntry method) {
    String type = method.type().stringValue();
    return method.owner().asInternalName()
        + "."
        + method.name().stringValue()
        + type.substring(0, type.indexOf(')') + 1);
  }

  private static String outermost(String name) {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }
}
