package io.penstock.evaluate.start;

import io.penstock.evaluate.machine.Memory;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.ClassFolder;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.SystemPrograms;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.text.OneLine;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// A program that every run starts anew and lets end.
///
/// Its words are in the option [#WORDS], one a line. In them [#FROM] stands for the file of the
/// task, [#TO] for one that there is not, [#BYTES] for the bytes of the drill; in a command [#TREE]
/// for a folder of files, [#ARCHIVE] for a gzip archive of the file and [#CLASS_PATH] for where
/// [OneLine] is.
abstract sealed class FreshProcess implements Exercise {
  static final String WORDS = "words";

  /// What the name of the file that it makes ends in, where that counts.
  static final String SUFFIX = "suffix";

  /// What it is to leave in that file, a [Written]; nothing where it is missing.
  static final String WRITTEN = "written";

  /// Classes, one a line: what they came from is the class path of a JVM.
  static final String CLASSES = "classes";

  /// What a program is to come to, where the text of the task has no answer.
  static final String EXPECTED = "expected";

  /// What a command is to print, a piece of it on each line.
  static final String SAID = "said";

  static final String FROM = "{from}";
  static final String TO = "{to}";
  static final String BYTES = "{bytes}";

  static final String TREE = "{tree}";
  static final String ARCHIVE = "{archive}";
  static final String CLASS_PATH = "{classes}";

  /// Stands for the answer of the text in what a command is to print.
  static final String ANSWER = "{answer}";

  /// How many files the folder has: `file-0` and so on.
  static final int TREE_FILES = 10;

  /// What is measured is the library as it is, not as an earlier evaluation has tuned it.
  private static final List<String> OPTIONS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dpenstock.profile=/dev/null");

  private static final long HEAP_BYTES = 256L << 20;

  /// What a program leaves in its file, compared with the file that it was given.
  enum Written {
    /// Something and then all of it.
    AT_END {
      @Override
      boolean right(byte[] source, Path made) throws IOException {
        byte[] bytes = Files.readAllBytes(made);
        int from = bytes.length - source.length;
        return from >= 0 && Arrays.equals(bytes, from, bytes.length, source, 0, source.length);
      }
    },
    /// All of it, compressed.
    GZIP {
      @Override
      boolean right(byte[] source, Path made) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(made))) {
          return Arrays.equals(in.readAllBytes(), source);
        }
      }
    };

    abstract boolean right(byte[] source, Path made) throws IOException;
  }

  /// Where a session has its files.
  ///
  /// @param folder of its own
  /// @param from the file that programs are given
  /// @param to the file that they make
  /// @param bytes that it is about
  private record Site(Path folder, Path from, Path to, long bytes) {
    private static final String OWN = "file";

    static Site of(DrillTask task) throws IOException {
      Path folder = Files.createDirectories(task.meeting());
      Path from = Path.of(task.drill().option(TextWork.FILE)).toAbsolutePath();
      String suffix = task.drill().options().getOrDefault(SUFFIX, ".made");
      return new Site(folder, from, folder.resolve(OWN + suffix), task.drill().bytes());
    }

    /// With a file of its own, beside which it finds the one that it makes.
    Site own() throws IOException {
      return new Site(folder, Files.copy(from, folder.resolve(OWN)), to, bytes);
    }

    List<String> words(String lines) {
      return lines
          .lines()
          .map(word -> word.replace(FROM, from.toString()).replace(TO, to.toString()))
          .map(word -> word.replace(BYTES, Long.toString(bytes)))
          .map(word -> word.replace(TREE, folder.resolve("tree").toString()))
          .map(word -> word.replace(ARCHIVE, folder.resolve("archive.gz").toString()))
          .map(word -> word.replace(CLASS_PATH, folder.resolve("classes").toString()))
          .toList();
    }

    void fill() throws IOException {
      Path tree = Files.createDirectory(folder.resolve("tree"));
      for (int i = 0; i < TREE_FILES; i++) {
        Files.createFile(tree.resolve("file-" + i));
      }
      try (OutputStream out =
          new GZIPOutputStream(Files.newOutputStream(folder.resolve("archive.gz")))) {
        Files.copy(from, out);
      }
      ClassFolder.make(folder.resolve("classes"), OneLine.class);
    }
  }

  /// A JVM that times its first use of a library by itself, as [FirstUse] and [OnePass] do.
  static final class Jvm extends FreshProcess {
    @Override
    public Session prepare(DrillTask task) throws AbsentException, IOException {
      Site site = Site.of(task);
      return new Timed(task, site, command(task, site, List.of(), jars(task, site)));
    }
  }

  /// The same with an ahead-of-time cache that one run before made.
  static final class CachedJvm extends FreshProcess {
    @Override
    public Session prepare(DrillTask task) throws Exception {
      Site site = Site.of(task);
      Path cache = site.folder().resolve("first-use.aot");
      List<Path> jars = jars(task, site);
      String _ =
          SystemPrograms.output(command(task, site, List.of("-XX:AOTCacheOutput=" + cache), jars));
      // A cache that does not fit would be passed over silently.
      List<String> options = List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on");
      return new Timed(task, site, command(task, site, options, jars));
    }
  }

  /// A program that is no Java and times its first use by itself.
  static final class Program extends FreshProcess {
    @Override
    public Session prepare(DrillTask task) throws IOException {
      Site site = Site.of(task);
      return new Timed(task, site, site.words(task.drill().option(WORDS)));
    }
  }

  /// A command, timed from its start to its end.
  static final class Command extends FreshProcess {
    @Override
    public Session prepare(DrillTask task) throws AbsentException, IOException {
      Site site = Site.of(task).own();
      site.fill();
      List<String> words = site.words(task.drill().option(WORDS));
      SystemPrograms.require(words.getFirst());
      return new Whole(
          task,
          site,
          Stream.concat(Stream.of("env", "LC_ALL=C", "PENSTOCK_BUILD=never"), words.stream())
              .toList());
    }
  }

  private static List<String> command(
      DrillTask task, Site site, List<String> options, List<Path> jars) throws AbsentException {
    long bytes = task.drill().bytes();
    if (Memory.availableBytes() < 2 * bytes + HEAP_BYTES) {
      throw new AbsentException("its array of " + bytes + " bytes does not fit into memory");
    }
    List<String> command = new ArrayList<>();
    command.add(java());
    command.addAll(options);
    // An array must find its place beside what the collector keeps free.
    command.add("-Xmx" + (bytes + bytes / 4 + HEAP_BYTES));
    command.addAll(OPTIONS);
    command.add("-cp");
    command.add(jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.addAll(site.words(task.drill().option(WORDS)));
    return command;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// Of a program's library and no other: what stands before a class on the class path takes time.
  private static List<Path> jars(DrillTask task, Site site) throws AbsentException, IOException {
    Set<Path> jars = new LinkedHashSet<>();
    for (String name : task.drill().option(CLASSES).lines().toList()) {
      try {
        Class<?> type = Class.forName(name, false, FreshProcess.class.getClassLoader());
        CodeSource source = type.getProtectionDomain().getCodeSource();
        jars.add(jar(Path.of(source.getLocation().toURI()), site));
      } catch (ClassNotFoundException e) {
        throw new AbsentException("it is not on the class path: " + name);
      } catch (URISyntaxException e) {
        throw new IOException(e);
      }
    }
    return List.copyOf(jars);
  }

  /// A cache knows jars alone.
  private static Path jar(Path classes, Site site) throws IOException {
    if (!Files.isDirectory(classes)) {
      return classes;
    }
    String name = Integer.toHexString(classes.hashCode()) + ".jar";
    Path jar = site.folder().resolve(name);
    int status =
        ToolProvider.findFirst("jar")
            .orElseThrow(() -> new IOException("this JDK has no jar tool"))
            .run(System.err, System.err, "-cf", jar.toString(), "-C", classes.toString(), ".");
    if (status != 0) {
      throw new IOException("cannot pack " + classes);
    }
    return jar;
  }

  /// A program that says what it took and what it came to.
  private static final class Timed extends Run {
    private final long expected;
    private String answer = "";

    Timed(DrillTask task, Site site, List<String> command) {
      super(task, site, command);
      String answer = task.drill().option(TextWork.ANSWER);
      expected = Long.parseLong(task.drill().options().getOrDefault(EXPECTED, answer));
    }

    @Override
    Reading reading(long nanos, String said) {
      String[] words = said.strip().split(" ", 2);
      answer = words[1];
      return new Reading(Long.parseLong(words[0]), 1);
    }

    @Override
    Optional<String> difference() {
      return answer.equals(Long.toString(expected))
          ? Optional.empty()
          : Optional.of("it came to " + answer + " instead of " + expected);
    }
  }

  /// A program that is timed from outside.
  private static final class Whole extends Run {
    private final List<String> pieces;
    private String said = "";

    Whole(DrillTask task, Site site, List<String> command) {
      super(task, site, command);
      String answer = task.drill().option(TextWork.ANSWER);
      pieces = task.drill().option(SAID).replace(ANSWER, answer).lines().toList();
    }

    @Override
    Reading reading(long nanos, String output) {
      said = output;
      return new Reading(nanos, 1);
    }

    @Override
    Optional<String> difference() {
      return pieces.stream()
          .filter(piece -> !said.contains(piece))
          .map(piece -> "it did not print '" + piece + "' but: " + said)
          .findFirst();
    }
  }

  /// One process after the other.
  private abstract static class Run implements Session {
    private final DrillTask task;
    private final Site site;
    private final List<String> command;

    Run(DrillTask task, Site site, List<String> command) {
      this.task = task;
      this.site = site;
      this.command = command;
    }

    /// @param nanos from the start of the process to its end
    /// @param said what it printed
    abstract Reading reading(long nanos, String said);

    abstract Optional<String> difference();

    @Override
    public void arm(long salt) {
      // each run begins without the file that it makes
    }

    @Override
    public Reading run() throws Exception {
      Files.deleteIfExists(site.to());
      long start = System.nanoTime();
      String said = SystemPrograms.output(command);
      return reading(System.nanoTime() - start, said);
    }

    @Override
    public Optional<String> fault(long salt) throws IOException {
      String written = task.drill().options().get(WRITTEN);
      if (written != null
          && !Written.valueOf(written).right(Files.readAllBytes(site.from()), site.to())) {
        return Optional.of("what it wrote is not what it was given");
      }
      return difference();
    }

    @Override
    public void close() {
      // the workspace is deleted as a whole
    }
  }
}
