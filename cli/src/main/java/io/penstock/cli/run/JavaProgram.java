package io.penstock.cli.run;

import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.MainMethod;
import io.penstock.message.launch.RankProcess;
import io.penstock.message.launch.RanksProcess;
import io.penstock.mpi.launch.MpiRankProcess;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The Java program that each rank runs, with the command lines of the JVMs that run it.
///
/// @param classPath absolute, without wildcards
/// @param javaOptions for each JVM
/// @param main the main class
/// @param arguments that it is passed
public record JavaProgram(
    List<Path> classPath, List<String> javaOptions, String main, List<String> arguments) {
  /// The module that makes restricted calls.
  private static final String CORE_MODULE = "io.penstock";

  private static final String MODULE = "io.penstock.message";
  private static final String MPI_MODULE = "io.penstock.mpi";

  /// The modules that a program sees: those of the JDK, as it would without Penstock's on the
  /// module path, and the library's.
  private static final String VISIBLE_MODULES =
      "ALL-DEFAULT,io.penstock.text,io.penstock.tree,io.penstock.compress,io.penstock.analysis,io.penstock.mpijava";

  /// The system property with the name of the ranks' cache, which the launcher's script sets.
  private static final String CACHE = "penstock.ranks.cache";

  /// Variables with options that a JVM adds to those of its command line.
  private static final List<String> VARIABLES =
      List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  private static final List<String> HARMLESS = List.of("-Xss", "-ea", "-da", "-D");
  private static final List<String> HARMFUL = List.of("-Djava.system.class.loader", "-Djdk.");
  private static final List<String> HEAP_SIZES = List.of("-Xmx", "-Xms", "-Xmn");

  /// From this size on, objects refer to each other by eight bytes instead of four.
  private static final long LARGE_HEAP_KIBIBYTES = 32L << 20;

  private static final int MOST_DIGITS = 12;

  public JavaProgram {
    classPath = List.copyOf(classPath);
    javaOptions = List.copyOf(javaOptions);
    arguments = List.copyOf(arguments);
  }

  /// Reads a class path as `java` does: an empty element is the current folder, `DIR/*` all jars in
  /// it.
  public static List<Path> classPath(String text) throws IOException {
    List<Path> elements = new ArrayList<>();
    for (String element : text.split(File.pathSeparator, -1)) {
      if (element.equals("*") || element.endsWith(File.separator + "*")) {
        elements.addAll(jars(Path.of(element.substring(0, element.length() - 1))));
      } else {
        elements.add(Path.of(element).toAbsolutePath().normalize());
      }
    }
    return elements;
  }

  private static List<Path> jars(Path folder) throws IOException {
    if (!Files.isDirectory(folder.toAbsolutePath())) {
      return List.of();
    }
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(folder.toAbsolutePath().normalize(), "*.{jar,JAR}")) {
      List<Path> found = new ArrayList<>();
      jars.forEach(found::add);
      found.sort(null);
      return found;
    }
  }

  private String joinedClassPath() {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /// Looks for the main method, so that a wrong name is reported once, before any rank is started.
  ///
  /// @throws LaunchException if there is none
  public void check() throws LaunchException, IOException {
    List<URL> urls = new ArrayList<>();
    for (Path element : classPath) {
      urls.add(element.toUri().toURL());
    }
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), MainMethod.class.getClassLoader())) {
      MainMethod.of(main, loader);
    }
  }

  /// The command line of a JVM that is one rank, on any machine.
  List<String> rankCommand() {
    return rankCommand(List.of());
  }

  /// The command line of a JVM that is one rank, on this machine.
  List<String> localRankCommand() {
    return rankCommand(cacheOptions());
  }

  private List<String> rankCommand(List<String> cache) {
    List<String> words = rank(cache, CORE_MODULE, MODULE + "/" + RankProcess.class.getName());
    words.addAll(arguments);
    return words;
  }

  /// The command line of a JVM that is one rank of an MPI job.
  List<String> mpiRankCommand() {
    List<String> words =
        rank(
            List.of(),
            CORE_MODULE + "," + MPI_MODULE,
            MPI_MODULE + "/" + MpiRankProcess.class.getName());
    words.addAll(MpiRankProcess.words(arguments));
    return words;
  }

  private List<String> rank(List<String> cache, String nativeModules, String mainModule) {
    List<String> words = java(cache, nativeModules);
    words.addAll(List.of("--class-path", joinedClassPath()));
    words.addAll(List.of("--module", mainModule, main));
    return words;
  }

  /// The command line of a JVM whose threads are the ranks. The program's classes are not on its
  /// class path: each rank loads them anew.
  List<String> threadsCommand(
      int size, Duration grace, boolean colouredOutput, boolean colouredErrors) {
    List<String> words = java(cacheOptions(), CORE_MODULE);
    words.addAll(List.of("--module", MODULE + "/" + RanksProcess.class.getName()));
    words.add(Long.toString(ProcessHandle.current().pid()));
    words.add(Integer.toString(size));
    words.add(Long.toString(grace.toMillis()));
    words.add(Boolean.toString(colouredOutput));
    words.add(Boolean.toString(colouredErrors));
    words.add(joinedClassPath());
    words.add(main);
    words.addAll(arguments);
    return words;
  }

  private List<String> java(List<String> cache, String nativeModules) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("--module-path", modulePath()));
    words.addAll(List.of("--add-modules", VISIBLE_MODULES));
    words.add("--enable-native-access=" + nativeModules);
    words.addAll(cache);
    words.addAll(javaOptions);
    return words;
  }

  private static String modulePath() {
    String[] elements = System.getProperty("jdk.module.path", "").split(File.pathSeparator, -1);
    return Arrays.stream(elements)
        .filter(element -> !element.isEmpty())
        .map(element -> Path.of(element).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private List<String> cacheOptions() {
    return cacheOptions(Path.of(System.getProperty(CACHE, "")), System.getenv());
  }

  /// The options with which a rank's JVM starts from the ahead-of-time cache of the JDK's and
  /// Penstock's classes. The cache fits any class path, as long as the module path is the one that
  /// it was made with.
  ///
  /// A JVM that a cache does not fit says nothing, but goes without the JDK's own archive too, and
  /// starts later. For that reason there are no options where the program's may change how classes
  /// are loaded or where the heap lies, or where the file is missing.
  ///
  /// @param environment of the rank
  List<String> cacheOptions(Path file, Map<String, String> environment) {
    for (String variable : VARIABLES) {
      if (environment.containsKey(variable)) {
        return List.of();
      }
    }
    for (String option : javaOptions) {
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
