package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.tree.TreeEntry;
import io.penstock.tree.TreeTotal;
import io.penstock.tree.TreeVisitor;
import io.penstock.tree.TreeWalk;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `walk`.
@Command(
    name = "walk",
    description = "Lists what trees of folders hold, or adds it up.",
    footer = {
      "",
      "Links are listed and never followed. Names are printed as the bytes that they are, "
          + "sorted by them with --sort. What --total adds up counts a file with several names "
          + "once. With --json there is one document, of the entries of all folders, or with "
          + "--total of the sums of each."
    })
final class WalkCommand extends Action {
  private static final int BUFFER = 64 << 10;

  @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "Where the walks begin.")
  private List<String> roots = List.of();

  @Option(names = "--sizes", description = "Each entry's size in bytes before its path.")
  private boolean sizes;

  @Option(names = "--total", description = "Sums alone: entries, bytes, and bytes on the device.")
  private boolean total;

  @Option(
      names = "--sort",
      description = "Sorts each folder's entries by the bytes of their names.")
  private boolean sort;

  @Option(
      names = "--type",
      split = ",",
      paramLabel = "T",
      description = "Only f (files), d (folders), l (links), p, s, c (pipes, sockets, devices).")
  private List<String> types = List.of();

  @Option(
      names = "--name",
      paramLabel = "GLOB",
      description = "Only entries whose names match: *, ?, [a-z], [!a-z].")
  private Optional<String> name = Optional.empty();

  @Option(names = "--depth", paramLabel = "N", description = "Not deeper; FOLDER itself is at 0.")
  private Optional<Integer> depth = Optional.empty();

  @Option(
      names = "--one-file-system",
      description = "Does not enter folders where others are mounted.")
  private boolean oneFileSystem;

  @Option(names = "-0", description = "Ends paths with a zero byte, not a newline.")
  private boolean zero;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  void pick(Arguments arguments) {
    sizes = arguments.flag("--sizes");
    total = arguments.flag("--total");
    sort = arguments.flag("--sort");
    types = arguments.list("--type");
    name = arguments.value("--name");
    depth = arguments.number(0, Integer.MAX_VALUE, "--depth");
    oneFileSystem = arguments.flag("--one-file-system");
    zero = arguments.flag("-0");
    json = arguments.flag("--json");
    roots = arguments.operands(1, Integer.MAX_VALUE);
  }

  @Override
  int perform() throws IOException {
    requireOptionsThatGoTogether();
    List<TreeWalk> walks = roots.stream().map(this::walk).toList();
    return (total ? totals(walks) : lists(walks)) ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void requireOptionsThatGoTogether() {
    if (total && (sizes || zero)) {
      throw wrong("--total prints sums alone: leave " + (sizes ? "--sizes" : "-0") + " out");
    }
    if (json && zero) {
      throw wrong("-0 ends lines, and JSON has none: leave one out");
    }
  }

  private TreeWalk walk(String root) {
    PrintWriter diagnostics = diagnostics();
    return wished(
        TreeWalk.of(TextSource.path(root))
            .withErrorsTo(error -> Complaints.about(error, diagnostics)));
  }

  private TreeWalk wished(TreeWalk walk) {
    TreeWalk wished = sort ? walk.sorted() : walk;
    wished = oneFileSystem ? wished.onOneFileSystem() : wished;
    if (name.orElse("*").isEmpty()) {
      throw wrong("--name '': no name is empty");
    }
    try {
      wished = depth.isPresent() ? wished.withDepth(depth.get()) : wished;
      wished = name.isPresent() ? wished.named(name.get()) : wished;
    } catch (IllegalArgumentException e) {
      throw CommandFailure.ofArguments(
          "--depth and --name", String.valueOf(e.getMessage()), "correct it");
    }
    return types.isEmpty() ? wished : wished.onlyTypes(typesAsked());
  }

  private Set<EntryType> typesAsked() {
    Set<EntryType> asked = EnumSet.noneOf(EntryType.class);
    for (String letter : types) {
      asked.add(
          switch (letter) {
            case "f" -> EntryType.FILE;
            case "d" -> EntryType.FOLDER;
            case "l" -> EntryType.LINK;
            case "p" -> EntryType.PIPE;
            case "s" -> EntryType.SOCKET;
            case "b", "c" -> EntryType.DEVICE;
            default ->
                throw CommandFailure.ofArguments(
                    "--type", "'" + letter + "' is no type", "use f, d, l, p, s, c");
          });
    }
    return asked;
  }

  private boolean lists(List<TreeWalk> walks) throws IOException {
    return json ? listsJson(walks) : listsText(walks);
  }

  // Lines of the bytes that names are.
  private boolean listsText(List<TreeWalk> walks) throws IOException {
    char end = zero ? '\0' : '\n';
    OutputStream out = new BufferedOutputStream(Results.bytes(results()), BUFFER);
    try {
      return each(walks, entry -> show(entry, out, end));
    } finally {
      out.flush(); // standard output stays open
    }
  }

  /// @return whether all of the trees could be read
  private boolean each(List<TreeWalk> walks, TreeVisitor visitor) {
    boolean all = true;
    for (TreeWalk walk : walks) {
      try {
        all &= walk.forEach(visitor).complete();
      } catch (IOException e) {
        int _ = Complaints.about(e, diagnostics());
        all = false;
      }
    }
    return all;
  }

  private void show(TreeEntry entry, OutputStream out, char end) throws IOException {
    if (sizes) {
      out.write((entry.facts().size() + "\t").getBytes(StandardCharsets.US_ASCII));
    }
    entry.writePath(out);
    out.write(end);
  }

  private boolean listsJson(List<TreeWalk> walks) throws IOException {
    boolean[] all = new boolean[1];
    Json.print(
        results(),
        members -> {
          members.writeArrayFieldStart("entries");
          all[0] = each(walks, entry -> show(entry, members));
          members.writeEndArray();
        });
    return all[0];
  }

  private void show(TreeEntry entry, JsonGenerator generator) throws IOException {
    // Facts that cannot be read must not leave half an object behind.
    Optional<EntryFacts> facts = sizes ? Optional.of(entry.facts()) : Optional.empty();
    generator.writeStartObject();
    generator.writeStringField("path", entry.path().toString());
    generator.writeStringField("type", entry.type().name().toLowerCase(Locale.ROOT));
    if (facts.isPresent()) {
      generator.writeNumberField("size", facts.get().size());
      generator.writeStringField("modified", facts.get().modified().toString());
    }
    generator.writeEndObject();
  }

  private boolean totals(List<TreeWalk> walks) throws IOException {
    PrintWriter out = results();
    Map<String, TreeTotal> found = new LinkedHashMap<>();
    boolean all = true;
    for (int i = 0; i < walks.size(); i++) {
      try {
        TreeTotal sum = walks.get(i).parallel().total();
        found.put(roots.get(i), sum);
        if (!json) {
          out.println(line(roots.get(i), sum));
        }
        all &= sum.report().complete();
      } catch (IOException e) {
        int _ = Complaints.about(e, diagnostics());
        all = false;
      }
    }
    if (json) {
      Json.print(out, members -> write(found, members));
    }
    return all;
  }

  // One object for one folder, an array for several.
  private void write(Map<String, TreeTotal> found, JsonGenerator members) throws IOException {
    if (roots.size() > 1) {
      members.writeArrayFieldStart("totals");
    }
    for (Map.Entry<String, TreeTotal> total : found.entrySet()) {
      if (roots.size() > 1) {
        members.writeStartObject();
      }
      write(total.getKey(), total.getValue(), members);
      if (roots.size() > 1) {
        members.writeEndObject();
      }
    }
    if (roots.size() > 1) {
      members.writeEndArray();
    }
  }

  private static void write(String root, TreeTotal found, JsonGenerator members)
      throws IOException {
    members.writeStringField("root", root);
    members.writeNumberField("files", found.files());
    members.writeNumberField("folders", found.folders());
    members.writeNumberField("others", found.others());
    members.writeNumberField("bytes", found.bytes());
    members.writeNumberField("allocated", found.allocated());
    members.writeNumberField("errors", found.report().errors());
  }

  private static String line(String root, TreeTotal found) {
    return String.format(
        Locale.ROOT,
        "%s: files %d, folders %d, others %d; %d bytes, on the device %d",
        Escapes.of(root),
        found.files(),
        found.folders(),
        found.others(),
        found.bytes(),
        found.allocated());
  }
}
