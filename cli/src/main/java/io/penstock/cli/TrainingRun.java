package io.penstock.cli;

import io.penstock.cli.run.JavaProgram;
import io.penstock.cli.run.JobRequest;
import io.penstock.message.launch.RankTraining;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// A training run for an ahead-of-time cache: it runs the verbs for short jobs one after the other
/// and drops their results.
///
/// No scene needs the grammar: a cache that knows picocli's classes opens picocli's jar. `count`
/// and `run`, which are shorter than others, have a cache of their own, since a JVM loads all
/// classes of its cache when it starts.
public final class TrainingRun {
  /// Enough for what is called often to be known as such.
  private static final int LINES = 500_000;

  private static final int NUMBERS = 1000;
  private static final int FILES = 1000;
  private static final int FOLDERS = 10;
  private static final Duration RANK_TIME = Duration.ofSeconds(30);

  private TrainingRun() {}

  /// Plays the scenes, or has a rank play its own.
  ///
  /// @param arguments nothing; `plain` for the scenes of `count` and `run`; or `ranks` and the file
  ///   that a rank's JVM writes its cache to
  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.exit(
        switch (String.join("", List.of(arguments).subList(0, Math.min(1, arguments.length)))) {
          case "ranks" -> playRank(arguments[1]);
          case "plain" -> playPlain();
          default -> playOthers();
        });
  }

  private static int playPlain() throws IOException {
    Path stage = Files.createTempDirectory("penstock");
    try {
      Path program = Files.createDirectory(stage.resolve("program"));
      Files.write(program.resolve("Main.class"), emptyProgram());
      return play(plain(write(stage.resolve("text")), program.toString()))
          + refuse("count " + stage.resolve("none"));
    } finally {
      delete(stage);
    }
  }

  // The deepest first, since only an empty folder can be deleted.
  private static void delete(Path stage) throws IOException {
    try (Stream<Path> all = Files.walk(stage)) {
      for (Path item : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(item);
      }
    }
  }

  private static String write(Path text) throws IOException {
    Files.writeString(text, "one line of a text that is like many others\n".repeat(LINES));
    return text.toString();
  }

  private static byte[] emptyProgram() {
    return ClassFile.of()
        .build(
            ClassDesc.of("Main"),
            type ->
                type.withMethodBody(
                    "main",
                    MethodTypeDesc.of(ConstantDescs.CD_void),
                    ClassFile.ACC_STATIC,
                    CodeBuilder::return_));
  }

  // One rank, with others in its own JVM, for two JVMs cannot write one file.
  private static int playRank(String cache) throws IOException, InterruptedException {
    JavaProgram program =
        new JavaProgram(
            List.of(),
            List.of("-XX:AOTCacheOutput=" + cache),
            RankTraining.class.getName(),
            List.of());
    JobRequest request = JobRequest.of(1, JobRequest.Transport.TCP, program, RANK_TIME, RANK_TIME);
    return RunCommand.run(request, diagnostics());
  }

  private static int playOthers() throws IOException {
    Path stage = Files.createTempDirectory("penstock");
    try {
      String text = write(stage.resolve("text"));
      String line = Files.writeString(stage.resolve("line"), "one line\n").toString();
      String tree = grow(stage.resolve("tree")).toString();
      String numbers = Files.write(stage.resolve("numbers"), incompressible()).toString();
      String objects = serialize(stage.resolve("objects")).toString();
      String made = stage.resolve("made").toString();
      List<String> scenes = new ArrayList<>(texts(text, line, tree, made));
      scenes.addAll(archives(line, tree, made));
      scenes.addAll(arrays(numbers, objects, made));
      return play(scenes) + refuse("pack " + stage.resolve("none"));
    } finally {
      delete(stage);
    }
  }

  private static Path grow(Path tree) throws IOException {
    for (int i = 0; i < FILES; i++) {
      Path folder = Files.createDirectories(tree.resolve("d" + i % FOLDERS));
      Files.writeString(folder.resolve("f" + i), "contents");
    }
    return tree;
  }

  private static Path serialize(Path objects) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(objects))) {
      out.writeObject(new ArrayList<>(List.of("text", 1, Duration.ZERO)));
    }
    return objects;
  }

  private static byte[] incompressible() {
    byte[] bytes = new byte[NUMBERS * Double.BYTES];
    new SplittableRandom(1).nextBytes(bytes);
    return bytes;
  }

  private static List<String> plain(String text, String program) {
    return List.of(
        "count -l " + text,
        "count -lwmc " + text,
        "count " + text,
        "run -n 1 -cp " + program + " Main",
        "run -n 2 " + RankTraining.class.getName(),
        "run -n 2 --transport threads -cp " + program + " Main",
        "--help",
        "--version");
  }

  private static List<String> texts(String text, String line, String tree, String made) {
    return List.of(
        "find -F many " + line + " " + text,
        "find line " + line,
        "find -c [x-z]+ " + text,
        "lines " + line + " 1",
        "lines " + text + " 2-3",
        "words " + line,
        "words " + text,
        "walk " + tree,
        "walk --total " + tree,
        "copy -r " + tree + " " + made + ".tree",
        "copy " + line + " " + made + ".line",
        "copy " + text + " " + made + ".text");
  }

  private static List<String> archives(String line, String tree, String made) {
    return List.of(
        "pack " + line + " -o " + made + ".zst",
        "list " + made + ".zst",
        "unpack " + made + ".zst -o " + made + ".1",
        "pack " + line + " -o " + made + ".gz",
        "list " + made + ".gz",
        "unpack " + made + ".gz -o " + made + ".2",
        "pack --seekable " + line + " -o " + made + ".3.zst",
        "list " + made + ".3.zst",
        "pack " + tree + " -o " + made + ".zip",
        "list " + made + ".zip",
        "unpack " + made + ".zip -o " + made + ".4");
  }

  private static List<String> arrays(String numbers, String objects, String made) {
    return List.of(
        "array convert --raw=float64,little," + NUMBERS + " " + numbers + " " + made + ".npy",
        "array convert --type=float32 " + made + ".npy " + made + ".32.npy",
        "array info " + made + ".npy",
        "array slice " + made + ".npy 1:9 " + made + ".9.npy",
        "array stats " + made + ".npy",
        "array plot " + made + ".npy",
        "objects " + objects);
  }

  private static int play(List<String> scenes) {
    return scenes.stream().mapToInt(TrainingRun::play).max().orElseThrow();
  }

  private static int play(String scene) {
    return play(scene, diagnostics());
  }

  // What complains must be in the cache: where descriptors are short, no class comes from a jar.
  private static int refuse(String scene) {
    return play(scene, new PrintWriter(Writer.nullWriter())) == 0 ? 1 : 0;
  }

  private static int play(String scene, PrintWriter diagnostics) {
    return Main.run(
        new Results(OutputStream.nullOutputStream(), StandardCharsets.UTF_8),
        diagnostics,
        scene.split(" ", -1));
  }

  private static PrintWriter diagnostics() {
    return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
  }
}
