package io.penstock.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/// The process `penstock`.
///
/// It does not refer to picocli, whose classes are not loaded for `--help`, `--version` and what
/// [Shortcut] understands.
public final class Main {
  private Main() {}

  /// Runs the verb named by `arguments` and exits with its status.
  ///
  /// After a success that leaves no thread to hold the process, this method returns: the JDK's exit
  /// looks for a logger in every module of the path first, to tell it, which takes tens of
  /// milliseconds.
  public static void main(String[] arguments) {
    Charset charset = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));
    Results results = new Results(new StandardOutput(), charset);
    PrintWriter diagnostics = new PrintWriter(System.err, true, System.err.charset());
    int status = run(results, diagnostics, arguments);
    if (status != 0 || isHeld()) {
      System.exit(status);
    }
  }

  /// Whether the process would go on without this thread.
  private static boolean isHeld() {
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    Thread[] threads = new Thread[all.activeCount() + 1];
    int count = all.enumerate(threads);
    for (Thread thread : Arrays.asList(threads).subList(0, count)) {
      if (!thread.equals(Thread.currentThread()) && !thread.isDaemon()) {
        return true;
      }
    }
    return count == threads.length; // there may be more
  }

  /// Runs one command line in this process.
  ///
  /// @return the exit status
  static int run(Results results, PrintWriter diagnostics, String... arguments) {
    try {
      Optional<Shortcut> shortcut = Shortcut.of(arguments);
      int status;
      if (isOnly("--help", "-h", arguments)) {
        results.print(help(Colors.wanted()));
        status = 0;
      } else if (isOnly("--version", "-V", arguments)) {
        results.println(versionLine());
        status = 0;
      } else if (shortcut.isPresent()) {
        status = shortcut.get().run(results, diagnostics);
      } else {
        status = Grammar.run(results, diagnostics, arguments);
      }
      results.flush();
      return status;
    } catch (RuntimeException | Error e) {
      return Complaints.about(e, diagnostics);
    }
  }

  private static boolean isOnly(String name, String shortName, String... arguments) {
    return arguments.length == 1 && (arguments[0].equals(name) || arguments[0].equals(shortName));
  }

  /// The help that picocli prints, kept as text: to make it, picocli would look at all verbs.
  ///
  /// @param coloured whether it has a terminal's escape sequences for colours
  static String help(boolean coloured) {
    String name = coloured ? "help-coloured.txt" : "help.txt";
    try (InputStream text = Main.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The version that the build wrote into this module's descriptor and into the jar's manifest.
  static String version() {
    ModuleDescriptor descriptor = Main.class.getModule().getDescriptor();
    return Optional.ofNullable(descriptor)
        .flatMap(ModuleDescriptor::rawVersion)
        .or(() -> Optional.ofNullable(Main.class.getPackage().getImplementationVersion()))
        .orElse("unknown");
  }

  /// The line that `--version` prints.
  static String versionLine() {
    return "penstock " + version() + " (JDK " + Runtime.version() + ")";
  }
}
