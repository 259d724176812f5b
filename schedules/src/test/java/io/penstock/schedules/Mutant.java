package io.penstock.schedules;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// A bug of the kind that only some schedules show, planted in one of the library's sources.
///
/// @param source below the repository's root
/// @param sound what stands there, once
/// @param careless what takes its place
/// @param noticedBy the schedule, or the test of jcstress, that must notice it
record Mutant(String source, String sound, String careless, String noticedBy) {
  private static final Path ROOT = Path.of(System.getProperty("penstock.home", ".."));

  private static final String MATCH = "message/src/main/java/io/penstock/message/match/";
  private static final String MEMORY = "core/src/main/java/io/penstock/memory/";
  private static final String FILE = "core/src/main/java/io/penstock/file/";

  /// Those that a schedule explorer must notice.
  static List<Mutant> ofSchedules() {
    return List.of(
        new Mutant(
            MEMORY + "Depot.java",
            "((seen & -STAMP) + STAMP) | number",
            "(seen & -STAMP) | number",
            "magazine-stack"),
        new Mutant(
            MATCH + "SpinLock.java",
            "&& taken.compareAndSet(false, true)",
            "&& (taken.getAndSet(true) || true)",
            "spin-lock"),
        new Mutant(MATCH + "Sleepers.java", "if (count > 0)", "if (count > 1)", "sleepers"),
        new Mutant(
            FILE + "RingPoller.java",
            "asleep.set(true);\n      return queue.isEmpty();",
            "boolean empty = queue.isEmpty();\n      asleep.set(true);\n      return empty;",
            "ring-inbox"),
        new Mutant(
            FILE + "Gate.java",
            "count(counters, stripe, 1);\n    if (closed) {",
            "boolean late = closed;\n    count(counters, stripe, 1);\n    if (late) {",
            "gate"),
        new Mutant(
            "message/src/main/java/io/penstock/message/tcp/SendQueue.java",
            "while (!isEmpty() && writing.tryLock())",
            "if (!isEmpty() && writing.tryLock())",
            "send-queue"),
        new Mutant(
            "message/src/main/java/io/penstock/message/ranks/Completions.java",
            "if (request.met() && queued.compareAndSet(false, true))",
            "if (request.met())",
            "job"),
        new Mutant(
            "tree/src/main/java/io/penstock/tree/cache/CachedContents.java",
            "if (users.compareAndSet(now, now + 1)) {",
            "users.set(now + 1);\n      if (now > 0) {",
            "file-cache"));
  }

  /// Those that jcstress must notice.
  static List<Mutant> ofStress() {
    return List.of(
        new Mutant(
            MEMORY + "Pins.java",
            "while (!COUNT.compareAndSet(this, before, before - 1));",
            "while (!COUNT.compareAndSet(this, count, before - 1));",
            "io.penstock.memory.PinsStress"),
        new Mutant(
            MEMORY + "Stash.java",
            "T thing = slots.getAndSet(slot, null);",
            "T thing = slots.get(slot);\n        slots.set(slot, null);",
            "io.penstock.memory.StashStress"),
        new Mutant(
            MATCH + "Arrival.java",
            "claimant = receive;\n    return !state.compareAndSet(FILLING, CLAIMED);",
            "boolean full = !state.compareAndSet(FILLING, CLAIMED);\n    claimant = receive;\n    return full;",
            "io.penstock.message.match.ArrivalStress"),
        new Mutant(
            MATCH + "Transfer.java",
            "done = true;\n    then.run();",
            "then.run();\n    done = true;",
            "io.penstock.message.match.TransferStress"),
        new Mutant(
            MATCH + "Credit.java",
            "while (!sent.compareAndSet(before, before + cost));",
            "while (!sent.compareAndSet(sent.get(), before + cost));",
            "io.penstock.message.match.CreditStress"));
  }

  private String text() throws IOException {
    return Files.readString(ROOT.resolve(source));
  }

  /// How often what it replaces stands in the source.
  int fits() throws IOException {
    String text = text();
    int found = 0;
    for (int at = text.indexOf(sound); at >= 0; at = text.indexOf(sound, at + 1)) {
      found++;
    }
    return found;
  }

  /// Plants it in a copy and compiles that.
  ///
  /// @return the folder of the classes
  /// @throws AssertionError if the compiler objects
  Path compiledIn(Path folder) throws IOException {
    Path copy = folder.resolve(Path.of(source).getFileName());
    Files.writeString(copy, text().replace(sound, careless));
    Path classes = Files.createDirectory(folder.resolve("classes"));
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-implicit:none",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      if (!compiler
          .getTask(said, files, null, options, null, files.getJavaFileObjects(copy))
          .call()) {
        throw new AssertionError(this + " does not compile:\n" + said);
      }
    }
    return classes;
  }

  @Override
  public String toString() {
    return Path.of(source).getFileName() + ": " + careless.replaceAll("\\s+", " ");
  }
}
