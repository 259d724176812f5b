package io.penstock.cli;

import io.penstock.ffi.FileName;
import io.penstock.tree.TreeEntry;
import io.penstock.tree.TreeWalk;
import io.penstock.tree.entry.EntryType;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The options and operands of verbs that read texts, one after the other.
final class TextSources {
  private static final int MOST_THREADS = 1024;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      index = "0+",
      arity = "0..*",
      paramLabel = "FILE",
      description = "Texts: files, pipes, or - for standard input (default: that).")
  private List<String> names = List.of();

  private int threads = Runtime.getRuntime().availableProcessors();

  // Checked before a file is looked at.
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads read a file (default: one for each processor).")
  void setThreads(int wanted) {
    if (wanted < 1 || wanted > MOST_THREADS) {
      throw Grammar.wrong(spec, "--threads must be 1 to " + MOST_THREADS + ", not " + wanted);
    }
    threads = wanted;
  }

  /// Takes its option and all operands.
  void pick(Arguments arguments) {
    pickThreads(arguments);
    names = arguments.operands(0, Integer.MAX_VALUE);
  }

  /// The same, but for the first operand.
  ///
  /// @return the first operand
  String pickBehindOne(Arguments arguments) {
    pickThreads(arguments);
    List<String> operands = arguments.operands(1, Integer.MAX_VALUE);
    names = operands.subList(1, operands.size());
    return operands.getFirst();
  }

  private void pickThreads(Arguments arguments) {
    threads = arguments.number(1, MOST_THREADS, "--threads").orElse(threads);
  }

  int threads() {
    return threads;
  }

  int count() {
    return Math.max(1, names.size());
  }

  /// Passes each text to `job`. One that cannot be read is reported, and the others follow.
  ///
  /// @return whether all could be read
  boolean each(PrintWriter results, PrintWriter diagnostics, IOConsumer<TextSource> job) {
    boolean all = true;
    for (TextSource text : sources()) {
      all &= isDone(text, results, diagnostics, job);
    }
    return all;
  }

  private static boolean isDone(
      TextSource text, PrintWriter results, PrintWriter diagnostics, IOConsumer<TextSource> job) {
    try {
      job.accept(text);
      return true;
    } catch (OutputLostException e) {
      throw e;
    } catch (IOException | CommandFailure e) {
      results.flush();
      // Files name themselves in the exceptions.
      Exception named =
          text.path().isPresent() || e instanceof FileSystemException
              ? e
              : new IOException("standard input: " + e.getMessage(), e);
      int _ = Complaints.about(named, diagnostics);
      return false;
    }
  }

  /// A file that was met below a folder.
  ///
  /// @param path as it is shown
  record Below(TreeEntry entry, Path path) {
    static Below of(TreeEntry entry) {
      return new Below(entry, entry.path());
    }

    /// One below a link to a folder, without the dot by which the walk goes into that.
    static Below link(Path folder, TreeEntry entry) {
      Path walked = entry.path();
      int names = folder.getNameCount() + 1;
      return new Below(entry, folder.resolve(walked.subpath(names, walked.getNameCount())));
    }

    /// The bytes of the path.
    byte[] name() {
      return FileName.bytes(path);
    }
  }

  /// The same for folders too: each file below one is passed to `below`, sorted by name. An operand
  /// may be a link to a folder; links below it are not followed. Without an operand it is the
  /// current folder.
  ///
  /// @param below is passed files as they are met
  /// @return whether all could be read
  boolean eachBelow(
      PrintWriter results,
      PrintWriter diagnostics,
      IOConsumer<TextSource> job,
      IOConsumer<Below> below) {
    boolean all = true;
    for (TextSource text : names.isEmpty() ? List.of(TextSource.of(".")) : sources()) {
      Optional<Path> folder = text.path().filter(Files::isDirectory);
      all &=
          folder.isPresent()
              ? isWalked(folder.get(), results, diagnostics, below)
              : isDone(text, results, diagnostics, job);
    }
    return all;
  }

  private static boolean isWalked(
      Path folder, PrintWriter results, PrintWriter diagnostics, IOConsumer<Below> job) {
    boolean link = Files.isSymbolicLink(folder);
    TreeWalk files =
        TreeWalk.of(link ? folder.resolve(".") : folder)
            .sorted()
            .onlyTypes(EnumSet.of(EntryType.FILE))
            .withErrorsTo(error -> Complaints.about(error, diagnostics));
    TextSource source = new TextSource(folder.toString(), folder);
    boolean[] all = {true};
    boolean walked =
        isDone(
            source,
            results,
            diagnostics,
            _ -> {
              boolean complete =
                  files
                      .forEach(
                          entry -> {
                            Below file = link ? Below.link(folder, entry) : Below.of(entry);
                            if (!isDone(source, results, diagnostics, _ -> job.accept(file))) {
                              all[0] = false;
                            }
                          })
                      .complete();
              all[0] &= complete;
            });
    return walked && all[0];
  }

  private List<TextSource> sources() {
    return names.isEmpty()
        ? List.of(TextSource.standardInput())
        : names.stream().map(TextSource::of).toList();
  }
}
