package io.penstock.testing.fuzz;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The run of an input in a JVM of its own, whose classes nobody has changed.
///
/// What Jazzer puts into a decoder, to see what it compares, allocates in the decoder's thread: a
/// look-up in a map of strings can take a hundred times the memory.
final class UnchangedRun {
  private static final String PASSED = "passed";

  private final String targets;
  private final String name;

  /// @param targets the class that has the target
  /// @param name of the target
  UnchangedRun(String targets, String name) {
    this.targets = targets;
    this.name = name;
  }

  /// Whether the decoder does for an input what its contract says.
  boolean passes(byte[] input) {
    Path file = Trial.save(name, input);
    try (ChildJvm jvm =
        ChildJvm.start(
            List.of("-Xmx2g", ChildJvm.NATIVE_ACCESS, "--sun-misc-unsafe-memory-access=allow"),
            Map.of(),
            UnchangedRun.class,
            targets,
            name,
            file.toString())) {
      return jvm.hearAll().contains(PASSED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs an input.
  ///
  /// @param arguments the class of the targets, the target's name, and the file that has the input
  @SuppressWarnings("SystemOut") // the verdict
  public static void main(String[] arguments) throws Exception {
    try (FuzzTarget target = targets(arguments[0]).named(arguments[1])) {
      new Trial(target, "").run(Files.readAllBytes(Path.of(arguments[2])));
    }
    System.out.println(PASSED);
  }

  /// Makes the targets of a class.
  static FuzzTargets targets(String type) throws ReflectiveOperationException {
    Constructor<? extends FuzzTargets> maker =
        Class.forName(type).asSubclass(FuzzTargets.class).getDeclaredConstructor();
    maker.setAccessible(true);
    return maker.newInstance();
  }
}
