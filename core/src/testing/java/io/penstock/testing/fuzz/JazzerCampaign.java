package io.penstock.testing.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.penstock.testing.CampaignFigures;
import io.penstock.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A long campaign: Jazzer makes inputs from those that reached code which no other had reached, in
/// a JVM of its own, whose classes it changes to see that.
///
/// What it writes is below `target/fuzz/jazzer`: its log, and in `NAME.zip` the inputs that reached
/// more than those before them. They become a part of the corpus when somebody puts it there.
public final class JazzerCampaign {
  private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";
  private static final int LONGEST_INPUT = 4096;

  /// Of an input that is kept: an archive of thousands stays small.
  private static final int LONGEST_KEPT = 1024;

  private static final int LONGEST_TOLD = 60;

  private final FuzzTargets targets;
  private final String name;
  private final String command;
  private final Path folder;
  private long inputs;

  private JazzerCampaign(FuzzTargets targets, String name, String command) throws IOException {
    this.targets = targets;
    this.name = name;
    this.command = command;
    this.folder = Files.createDirectories(Path.of("target", "fuzz", "jazzer", name));
  }

  /// Runs as many inputs as the target says.
  ///
  /// @param module and `test` name the test for the command that a failure prints
  /// @throws AssertionError if the target does for one what its contract does not say; the message
  ///   says how to run that input again
  @SuppressWarnings("SystemOut") // the figures of the campaign
  public static void run(FuzzTargets targets, String name, String module, Class<?> test)
      throws Exception {
    JazzerCampaign campaign = new JazzerCampaign(targets, name, Campaign.command(module, test));
    Path given = campaign.prepare();
    Path reached = Files.createDirectories(campaign.folder.resolve("reached"));
    long began = System.nanoTime();
    List<String> told =
        campaign.jazzer(
            "-runs=" + campaign.inputs, "-seed=1", reached.toString(), given.toString());
    long seconds = (System.nanoTime() - began) / 1_000_000_000;
    System.out.println("fuzz " + name + " by Jazzer, " + seconds + " s in all: " + last(told));
    CampaignFigures.add("fuzzing by what inputs reach", campaign.inputs, "inputs");
    CampaignFigures.add("fuzzing by what inputs reach", 1, "decoders");
    campaign.keep(reached);
  }

  private static String last(List<String> told) {
    List<String> figures =
        told.stream().filter(line -> line.matches("(Done|#\\d+\\s+DONE|verdicts:).*")).toList();
    return String.join("; ", figures);
  }

  /// Puts the corpus into a folder, an input in each file.
  private Path prepare() throws Exception {
    Path given = Files.createDirectories(folder.resolve("given"));
    try (FuzzTarget target = targets.named(name)) {
      inputs = Long.getLong("penstock.fuzz.inputs", target.longInputs());
      int n = 0;
      for (byte[] input : Corpus.all(target)) {
        Path _ = Files.write(given.resolve(Integer.toString(n++)), input);
      }
    }
    return given;
  }

  private List<String> jazzer(String... arguments) throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    int exit =
        new ProcessBuilder(command(arguments))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(log.toFile()))
            .start()
            .waitFor();
    List<String> told = Files.readAllLines(log, ISO_8859_1);
    if (exit != 0) {
      int from = told.indexOf(told.stream().filter(s -> s.startsWith("==")).findFirst().orElse(""));
      List<String> end = told.subList(Math.max(0, from), told.size());
      throw new AssertionError(
          String.join("\n", end.subList(0, Math.min(LONGEST_TOLD, end.size()))) + "\n" + log);
    }
    return told;
  }

  private List<String> command(String... arguments) {
    List<String> jvm = new ArrayList<>();
    jvm.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    jvm.addAll(List.of("-Xmx2g", ChildJvm.NATIVE_ACCESS, "--sun-misc-unsafe-memory-access=allow"));
    jvm.addAll(List.of("-cp", classPath(), JAZZER));
    jvm.add("--target_class=" + JazzerEntry.class.getName());
    jvm.add(String.format("--target_args=%s %s %s", targets.getClass().getName(), name, command));
    jvm.add("--instrumentation_includes=io.penstock.**");
    jvm.add("--instrumentation_excludes=io.penstock.testing.**");
    // Jazzer's own detectors stay, such as those of unsafe deserialization and of paths that lead
    // out; but a program whose user names a regular expression compiles it.
    // What leads through the characters of an expression takes a hundred times its memory.
    jvm.add(
        "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.RegexInjection"
            + File.pathSeparator
            + "com.code_intelligence.jazzer.sanitizers.RegexRoadblocks");
    jvm.addAll(List.of("-max_len=" + LONGEST_INPUT, "-timeout=20", "-rss_limit_mb=4000"));
    jvm.add("-artifact_prefix=" + folder + File.separator);
    jvm.add("--reproducer_path=" + folder);
    jvm.addAll(Arrays.asList(arguments));
    return jvm;
  }

  private static String classPath() {
    String own =
        ChildJvm.classPath(JazzerEntry.class)
            + File.pathSeparator
            + ChildJvm.folder(JazzerEntry.class);
    return own + File.pathSeparator + System.getProperty("java.class.path");
  }

  /// Keeps what it has found in one file.
  private void keep(Path reached) throws IOException {
    try (OutputStream file = Files.newOutputStream(folder.resolveSibling(name + ".zip"));
        ZipOutputStream zip = new ZipOutputStream(file);
        Stream<Path> files = Files.list(reached)) {
      for (Path input : files.sorted(Comparator.comparing(Path::toString)).toList()) {
        if (Files.size(input) <= LONGEST_KEPT) {
          ZipEntry entry = new ZipEntry(input.getFileName().toString());
          entry.setTime(0);
          zip.putNextEntry(entry);
          zip.write(Files.readAllBytes(input));
          zip.closeEntry();
        }
      }
    }
  }
}
