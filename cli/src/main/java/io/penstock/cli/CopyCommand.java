package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.cli.tool.ByteSize;
import io.penstock.report.Terminal;
import io.penstock.tree.EntryException;
import io.penstock.tree.FileCopy;
import io.penstock.tree.Preserved;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
import io.penstock.tree.TreeWalk;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `copy`.
@Command(
    name = "copy",
    description = "Copies files and trees; what is replaced is replaced when its copy is complete.",
    footer = {
      "",
      "A TARGET that is a folder gets the copies under the sources' own names, unless -T is "
          + "given: a copy of a tree to a new name that was interrupted goes on with -r -T "
          + "--resume. In a tree links stay links and are never followed; pipes, sockets and "
          + "devices are left out with a note."
    })
final class CopyCommand extends Action {
  @Parameters(
      arity = "2..*",
      paramLabel = "SOURCE... TARGET",
      hideParamSyntax = true,
      description = "Files, or folders with -r, and what becomes their copy or holds it.")
  private List<String> names = List.of();

  @Option(names = "-r", description = "Copies folders with all that they hold.")
  private boolean recursive;

  @Option(
      names = {"-T", "--no-target-directory"},
      description = "TARGET is what becomes the copy, a folder that is there too.")
  private boolean exactly;

  @Option(
      names = "--preserve",
      split = ",",
      paramLabel = "WHAT",
      description = "Takes over mode, times, owner, links (names of one file), xattr, or all.")
  private List<String> preserved = List.of();

  @Option(names = "--verify", description = "Reads copies back and compares them.")
  private boolean verify;

  @Option(names = "--sync", description = "Makes copies survive a loss of power.")
  private boolean sync;

  @Option(
      names = "--resume",
      description = "Leaves files of a tree that have size and time already; preserves times.")
  private boolean resume;

  @Option(
      names = "--limit",
      paramLabel = "RATE",
      converter = BytesConverter.class,
      description = "Bytes a second: 10MiB.")
  private Optional<Long> limit = Optional.empty();

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  void pick(Arguments arguments) {
    recursive = arguments.flag("-r");
    exactly = arguments.flag("-T", "--no-target-directory");
    preserved = arguments.list("--preserve");
    verify = arguments.flag("--verify");
    sync = arguments.flag("--sync");
    resume = arguments.flag("--resume");
    limit = arguments.value("--limit").map(ByteSize::parse);
    json = arguments.flag("--json");
    names = arguments.operands(2, Integer.MAX_VALUE);
  }

  @Override
  int perform() throws IOException {
    Set<Preserved> kept = kept();
    List<Path> sources = names.subList(0, names.size() - 1).stream().map(TextSource::path).toList();
    Path target = TextSource.path(names.getLast());
    boolean folder = !exactly && Files.isDirectory(target);
    requireOneCopy(sources, target, folder);
    Map<Object, Path> copied = new HashMap<>();
    List<CopyOutcome> outcomes = new ArrayList<>();
    boolean all = true;
    for (Path source : sources) {
      try {
        Path copy = folder ? target.resolve(lastName(source)) : target;
        requireOther(copied, source, copy);
        outcomes.add(copy(kept, source, copy));
        copied.put(key(copy), source);
      } catch (IOException | CommandFailure e) {
        int _ = Complaints.about(e, diagnostics());
        all = false;
      }
    }
    print(outcomes);
    all &= outcomes.stream().allMatch(outcome -> outcome.errors() == 0);
    return all ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void requireOneCopy(List<Path> sources, Path target, boolean folder) {
    if (sources.size() > 1 && exactly) {
      throw CommandFailure.ofArguments(
          target.toString(), "cannot become several copies", "leave -T out");
    }
    if (sources.size() > 1 && !folder) {
      throw new CommandFailure(
          target.toString(), "is no folder, and there are several sources", "make it first");
    }
  }

  private CopyOutcome copy(Set<Preserved> kept, Path source, Path target) throws IOException {
    if (!Files.isDirectory(source)) {
      requireFileName();
      return copyFile(kept, source, target);
    }
    if (!recursive) {
      throw new CommandFailure(source.toString(), "is a folder", "add -r to copy what it holds");
    }
    return copyTree(kept, source, target);
  }

  // A path has lost the slash that says that a folder is meant.
  private void requireFileName() {
    String last = names.getLast();
    if (last.endsWith("/") && !Files.isDirectory(TextSource.path(last))) {
      throw new CommandFailure(last, "is no folder", "make it first, or leave the slash out");
    }
  }

  /// Refuses to replace one copy by another.
  private static void requireOther(Map<Object, Path> copied, Path source, Path target)
      throws IOException {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && copied.containsKey(key(target))) {
      throw new CommandFailure(
          source.toString(),
          "would replace the copy of " + copied.get(key(target)) + " at " + target,
          "copy it under another name");
    }
  }

  // Names that differ may lead to one file, as on file systems that ignore case.
  private static Object key(Path target) throws IOException {
    Object key =
        Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .fileKey();
    return Objects.requireNonNullElseGet(key, () -> target.toAbsolutePath().normalize());
  }

  private void print(List<CopyOutcome> outcomes) throws IOException {
    if (!json) {
      outcomes.forEach(outcome -> results().println(outcome.line()));
      return;
    }
    Json.print(
        results(),
        out -> {
          out.writeArrayFieldStart("copies");
          for (CopyOutcome outcome : outcomes) {
            outcome.write(out);
          }
          out.writeEndArray();
        });
  }

  private static Path lastName(Path source) {
    return Optional.ofNullable(source.toAbsolutePath().normalize().getFileName())
        .orElseThrow(
            () ->
                new CommandFailure(source.toString(), "has no name", "name a TARGET that is new"));
  }

  private Set<Preserved> kept() {
    Set<Preserved> kept = EnumSet.noneOf(Preserved.class);
    for (String what : preserved) {
      switch (what) {
        case "mode" -> kept.add(Preserved.MODE);
        case "times" -> kept.add(Preserved.TIMES);
        case "owner" -> kept.add(Preserved.OWNER);
        case "xattr" -> kept.add(Preserved.EXTENDED_ATTRIBUTES);
        case "all" -> kept.addAll(EnumSet.allOf(Preserved.class));
        case "links" -> {
          // for trees alone
        }
        default ->
            throw CommandFailure.ofArguments(
                "--preserve",
                "'" + what + "' is nothing to preserve",
                "name some of mode, times, owner, links, xattr, all");
      }
    }
    if (resume) {
      kept.add(Preserved.TIMES);
    }
    return kept;
  }

  private CopyOutcome copyFile(Set<Preserved> kept, Path source, Path target) throws IOException {
    FileCopy copy = FileCopy.of(source, target).preserving(kept.toArray(Preserved[]::new));
    copy = verify ? copy.verified() : copy;
    copy = sync ? copy.durable() : copy;
    copy = limit.isPresent() ? copy.withLimit(limit.get()) : copy;
    long total = Files.isRegularFile(source) ? Math.max(1, Files.size(source)) : 1;
    try (ProgressLine line = ProgressLine.of(diagnostics(), total)) {
      long bytes =
          copy.withProgress(moved -> moved(line, moved))
              .withNoticesTo(notice -> tell(line, notice))
              .run();
      return new CopyOutcome(source, target, 1, 0, 0, 0, bytes, List.of(), 0);
    }
  }

  private static boolean moved(ProgressLine line, long bytes) {
    line.accept(bytes);
    return true;
  }

  private void tell(ProgressLine line, EntryException error) {
    line.clear();
    int _ = Complaints.about(error, diagnostics());
  }

  private CopyOutcome copyTree(Set<Preserved> kept, Path source, Path target) throws IOException {
    TreeCopy copy = TreeCopy.of(source, target).preserving(kept.toArray(Preserved[]::new));
    copy =
        preserved.contains("links") || preserved.contains("all") ? copy.keepingHardLinks() : copy;
    copy = verify ? copy.verified() : copy;
    copy = sync ? copy.durable() : copy;
    copy = resume ? copy.resuming() : copy;
    copy = limit.isPresent() ? copy.withLimit(limit.get()) : copy;
    TreeCopyReport report = run(copy, total(source));
    PrintWriter diagnostics = diagnostics();
    for (Path skipped : report.skipped()) {
      diagnostics.println(
          Escapes.of("penstock: " + skipped + ": is a pipe, a socket or a device; left out"));
    }
    diagnostics.flush();
    return CopyOutcome.of(source, target, report);
  }

  // Only for a progress line is the size needed before the copy.
  private static long total(Path tree) throws IOException {
    return Terminal.ofStandardError().interactive()
        ? Math.max(1, TreeWalk.of(tree).parallel().total().bytes())
        : 1;
  }

  private TreeCopyReport run(TreeCopy copy, long total) throws IOException {
    try (ProgressLine line = ProgressLine.of(diagnostics(), total)) {
      return copy.withProgress(moved -> moved(line, moved))
          .withErrorsTo(error -> tell(line, error))
          .withNoticesTo(notice -> tell(line, notice))
          .run();
    }
  }

  /// The result of copying one source.
  private record CopyOutcome(
      Path source,
      Path target,
      long files,
      long unchanged,
      long folders,
      long links,
      long bytes,
      List<Path> skipped,
      long errors) {
    CopyOutcome {
      skipped = List.copyOf(skipped);
    }

    static CopyOutcome of(Path source, Path target, TreeCopyReport report) {
      return new CopyOutcome(
          source,
          target,
          report.files(),
          report.unchanged(),
          report.folders(),
          report.links(),
          report.bytes(),
          report.skipped(),
          report.errors());
    }

    String line() {
      StringBuilder line =
          new StringBuilder(Escapes.of(target + ": ")).append(number(files, "file"));
      append(line, unchanged, "file that was there", "files that were there");
      append(line, folders, "folder", "folders");
      append(line, links, "link", "links");
      append(line, skipped.size(), "entry left out", "entries left out");
      append(line, errors, "error", "errors");
      return line.append(", ").append(bytes).append(" bytes").toString();
    }

    private static String number(long count, String thing) {
      return count + " " + thing + (count == 1 ? "" : "s");
    }

    private static void append(StringBuilder line, long count, String one, String many) {
      if (count > 0) {
        line.append(", ").append(count).append(' ').append(count == 1 ? one : many);
      }
    }

    void write(JsonGenerator json) throws IOException {
      json.writeStartObject();
      json.writeStringField("source", source.toString());
      json.writeStringField("target", target.toString());
      json.writeNumberField("files", files);
      json.writeNumberField("unchanged", unchanged);
      json.writeNumberField("folders", folders);
      json.writeNumberField("links", links);
      json.writeNumberField("bytes", bytes);
      json.writeArrayFieldStart("skipped");
      for (Path path : skipped) {
        json.writeString(path.toString());
      }
      json.writeEndArray();
      json.writeNumberField("errors", errors);
      json.writeEndObject();
    }
  }
}
