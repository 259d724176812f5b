package io.penstock.cli.run;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The ahead-of-time cache with the JDK's and Penstock's classes from which ranks on this machine
/// start. It fits any class path, as long as the module path is the one that it was made with.
///
/// A JVM that a cache does not fit says nothing, but goes without the JDK's own archive too, and
/// starts later. So a rank is given none where its options may change how classes are loaded or
/// where the heap lies.
///
/// @param file need not exist
record RankCache(Path file) {
  /// The system property with the file's name, which the launcher's script sets.
  private static final String FILE = "penstock.ranks.cache";

  /// Variables with options that a JVM adds to those of its command line.
  private static final List<String> VARIABLES =
      List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  private static final List<String> HARMLESS = List.of("-Xss", "-ea", "-da", "-D");
  private static final List<String> HARMFUL = List.of("-Djava.system.class.loader", "-Djdk.");
  private static final List<String> HEAP_SIZES = List.of("-Xmx", "-Xms", "-Xmn");

  /// From this size on, objects refer to each other by eight bytes instead of four.
  private static final long LARGE_HEAP_KIBIBYTES = 32L << 20;

  private static final int MOST_DIGITS = 12;

  /// The one that the launcher's script names.
  static RankCache ofLauncher() {
    return new RankCache(Path.of(System.getProperty(FILE, "")));
  }

  /// The options that have a rank's JVM start from it; none where it is missing or may not fit.
  ///
  /// @param environment of the rank
  List<String> options(Program program, Map<String, String> environment) {
    for (String variable : VARIABLES) {
      if (environment.containsKey(variable)) {
        return List.of();
      }
    }
    for (String option : program.javaOptions()) {
      if (!fits(option)) {
        return List.of();
      }
    }
    boolean alone = file.toString().indexOf(File.pathSeparatorChar) < 0; // else it is two files
    return alone && Files.isRegularFile(file)
        ? List.of("-XX:AOTCache=" + file, "-Xlog:aot*=off,cds*=off")
        : List.of();
  }

  private static boolean fits(String option) {
    if (begins(option, HEAP_SIZES)) {
      return kibibytes(option.substring(HEAP_SIZES.getFirst().length())) < LARGE_HEAP_KIBIBYTES;
    }
    return begins(option, HARMLESS) && !begins(option, HARMFUL);
  }

  private static boolean begins(String option, List<String> beginnings) {
    for (String beginning : beginnings) {
      if (option.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  // As the JVM reads it; what is no size is a large one.
  private static long kibibytes(String size) {
    int digits = 0;
    while (digits < size.length() && Character.isDigit(size.charAt(digits))) {
      digits++;
    }
    if (digits == 0 || digits > MOST_DIGITS) {
      return LARGE_HEAP_KIBIBYTES;
    }
    long number = Long.parseLong(size.substring(0, digits));
    return switch (size.substring(digits).toLowerCase(Locale.ROOT)) {
      case "" -> number >> 10;
      case "k" -> number;
      case "m" -> number << 10;
      case "g" -> number << 20;
      default -> LARGE_HEAP_KIBIBYTES;
    };
  }
}
