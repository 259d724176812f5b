package io.penstock.evaluate.start;

import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.ProcessLauncher;
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
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// A program that every run starts anew and lets end, as an exercise about a text.
///
/// @param start its command
/// @param itself whether it times itself, instead of being timed from outside
/// @param ending of the name of the file that it makes
/// @param check of what it printed and made
record FreshProcess(Start start, boolean itself, String ending, Check check) implements Exercise {
  /// How many files the folder has that commands list: `file-0` and so on.
  static final int TREE_FILES = 10;

  private static final String ENDING = ".made";

  /// What a program prints that times itself.
  private static final Pattern TIMED = Pattern.compile("([1-9]\\d{0,17}) (\\S.*)");

  /// A program that times itself and prints the nanoseconds and what it came to, as [FirstUse] and
  /// [OnePass] do.
  static FreshProcess timingItself(Start start, Check check) {
    return new FreshProcess(start, true, ENDING, check);
  }

  /// The same, which comes to the answer about the text.
  static FreshProcess comingToAnswer(Start start) {
    return timingItself(start, Check.comesTo(Site::answer));
  }

  /// A command that is timed from its start to its end. It has a copy of the file, a folder and an
  /// archive of its own.
  static FreshProcess whole(Start start, Check check) {
    return new FreshProcess(start, false, ENDING, check);
  }

  /// The same, where it makes a file.
  ///
  /// @param made a check of that file
  FreshProcess making(String itsEnding, Check made) {
    return new FreshProcess(start, itself, itsEnding, check.and(made));
  }

  /// The making of a command, or of the arguments of one, before the first run.
  interface Start {
    List<String> words(Site site) throws Exception;
  }

  /// The start of a program that the evaluation tells its worker ([Commands#tell]).
  static Start told(Start arguments) {
    return site ->
        Stream.concat(Commands.told(site.task()).stream(), arguments.words(site).stream()).toList();
  }

  /// The files of a session, and its task.
  ///
  /// @param folder of its own
  /// @param from the file that programs are given
  /// @param to the file that they make
  record Site(DrillTask task, Path folder, Path from, Path to) {
    private static final String OWN = "file";

    static Site of(DrillTask task, String ending) throws IOException {
      Path folder = Files.createDirectories(task.meeting());
      Path from = task.path().toAbsolutePath();
      return new Site(task, folder, from, folder.resolve(OWN + ending));
    }

    long bytes() {
      return task.drill().bytes();
    }

    /// The right answer to the question about the text.
    long answer() {
      return task.answer();
    }

    /// A folder of [#TREE_FILES] files.
    Path tree() {
      return folder.resolve("tree");
    }

    /// A gzip archive of the file.
    Path archive() {
      return folder.resolve("archive.gz");
    }

    /// A class path with [OneLine].
    Path classes() {
      return folder.resolve("classes");
    }

    /// With a file of its own, beside which a command finds the one that it makes, and the rest.
    Site forCommands() throws IOException {
      Files.createDirectory(tree());
      for (int i = 0; i < TREE_FILES; i++) {
        Files.createFile(tree().resolve("file-" + i));
      }
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(archive()))) {
        Files.copy(from, out);
      }
      ProcessLauncher.makeClassFolder(classes(), OneLine.class);
      return new Site(task, folder, Files.copy(from, folder.resolve(OWN)), to);
    }
  }

  /// A check of one run.
  interface Check {
    /// Finds what is wrong, in one line.
    ///
    /// @param said what the program printed, without the time that it took
    Optional<String> fault(Site site, String said) throws IOException;

    /// This one, and then another.
    default Check and(Check other) {
      return (site, said) -> {
        Optional<String> fault = fault(site, said);
        return fault.isPresent() ? fault : other.fault(site, said);
      };
    }

    /// A program comes to a number.
    static Check comesTo(ToLongFunction<Site> right) {
      return (site, said) -> {
        String expected = Long.toString(right.applyAsLong(site));
        return said.equals(expected)
            ? Optional.empty()
            : Optional.of("it came to " + said + " instead of " + expected);
      };
    }

    /// A command prints these pieces.
    static Check prints(String... pieces) {
      return (_, said) ->
          Stream.of(pieces)
              .filter(piece -> !said.contains(piece))
              .map(piece -> "it did not print '" + piece + "' but: " + said)
              .findFirst();
    }

    /// A command prints the answer about the text.
    static Check printsAnswer() {
      return (site, said) -> prints(Long.toString(site.answer())).fault(site, said);
    }

    /// The file that is made has something and then all of the one that was given.
    static Check endsLikeSource() {
      return (site, _) -> same(site, Files.readAllBytes(site.to()));
    }

    /// The file that is made is a gzip archive of the one that was given.
    static Check isArchive() {
      return (site, _) -> {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(site.to()))) {
          byte[] bytes = in.readAllBytes();
          return bytes.length == Files.size(site.from())
              ? same(site, bytes)
              : Optional.of("it holds " + bytes.length + " bytes");
        }
      };
    }

    private static Optional<String> same(Site site, byte[] made) throws IOException {
      byte[] source = Files.readAllBytes(site.from());
      int from = made.length - source.length;
      return from >= 0 && Arrays.equals(made, from, made.length, source, 0, source.length)
          ? Optional.empty()
          : Optional.of("what it wrote is not what it was given");
    }
  }

  // ---- the session -----------------------------------------------------------------------------

  @Override
  public Session prepare(DrillTask task) throws Exception {
    Site given = Site.of(task, ending);
    Site site = itself ? given : given.forCommands();
    List<String> command = start.words(site);
    if (!itself) {
      Commands.require(command.getFirst());
    }
    String[] said = {""};
    // The workspace is deleted as a whole.
    return Session.measuring(
        _ -> {}, () -> run(command, site, said), () -> check.fault(site, said[0]), () -> {});
  }

  /// @param said takes what the program printed, without the time
  private Reading run(List<String> command, Site site, String[] said) throws Exception {
    Files.deleteIfExists(site.to());
    long begin = System.nanoTime();
    String output = itself ? Commands.output(command) : Commands.commandOutput(command);
    long nanos = System.nanoTime() - begin;
    if (!itself) {
      said[0] = output;
      return new Reading(nanos, 1);
    }
    Matcher timed = TIMED.matcher(output.strip());
    if (!timed.matches()) {
      throw new IOException("it printed no time and what it came to, but: " + output);
    }
    said[0] = timed.group(2);
    return new Reading(Long.parseLong(timed.group(1)), 1);
  }

  // ---- JVMs ------------------------------------------------------------------------------------

  /// The start of a JVM with a program and the jars of one library, and no other: what stands
  /// before a class on the class path takes time.
  ///
  /// @param main its class
  /// @param library classes whose jars it needs
  record Jvm(Class<?> main, List<String> library, Start arguments) {
    /// What is measured is the library as it is, not as an earlier evaluation has tuned it.
    private static final List<String> OPTIONS =
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dpenstock.profile=/dev/null");

    private static final long HEAP_BYTES = 256L << 20;

    /// Without an ahead-of-time cache.
    List<String> bare(Site site) throws Exception {
      return command(site, List.of(), jars(site));
    }

    /// With an ahead-of-time cache that one run before made.
    List<String> cached(Site site) throws Exception {
      Path cache = site.folder().resolve("first-use.aot");
      List<Path> jars = jars(site);
      String _ = Commands.output(command(site, List.of("-XX:AOTCacheOutput=" + cache), jars));
      // A cache that does not fit would be passed over silently.
      return command(site, List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on"), jars);
    }

    private List<String> command(Site site, List<String> options, List<Path> jars)
        throws Exception {
      long bytes = site.bytes();
      if (Machine.availableMemory() < 2 * bytes + HEAP_BYTES) {
        throw new AbsentException("its array of " + bytes + " bytes does not fit into memory");
      }
      List<String> command = new ArrayList<>();
      command.add(Machine.java());
      command.addAll(options);
      // An array must find its place beside what the collector keeps free.
      command.add("-Xmx" + (bytes + bytes / 4 + HEAP_BYTES));
      command.addAll(OPTIONS);
      command.add("-cp");
      command.add(
          jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
      command.add(main.getName());
      command.addAll(arguments.words(site));
      return command;
    }

    private List<Path> jars(Site site) throws AbsentException, IOException {
      Set<Path> jars = new LinkedHashSet<>();
      jars.add(jar(main.getName(), site));
      for (String name : library) {
        jars.add(jar(name, site));
      }
      return List.copyOf(jars);
    }

    private static Path jar(String className, Site site) throws AbsentException, IOException {
      try {
        Class<?> type = Class.forName(className, false, FreshProcess.class.getClassLoader());
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return jar(Path.of(source.getLocation().toURI()), site);
      } catch (ClassNotFoundException e) {
        throw new AbsentException("it is not on the class path: " + className);
      } catch (URISyntaxException e) {
        throw new IOException(e);
      }
    }

    /// A cache knows jars alone.
    private static Path jar(Path classes, Site site) throws IOException {
      if (!Files.isDirectory(classes)) {
        return classes;
      }
      Path jar = site.folder().resolve(Integer.toHexString(classes.hashCode()) + ".jar");
      int status =
          ToolProvider.findFirst("jar")
              .orElseThrow(() -> new IOException("this JDK has no jar tool"))
              .run(System.err, System.err, "-cf", jar.toString(), "-C", classes.toString(), ".");
      if (status != 0) {
        throw new IOException("cannot pack " + classes);
      }
      return jar;
    }
  }
}
