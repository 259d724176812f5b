package io.penstock.testing.fuzz;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Where Jazzer enters: it makes inputs from what code they reach, in a JVM of its own.
public final class JazzerEntry {
  private static @Nullable FuzzTarget target;
  private static @Nullable Trial trial;

  private JazzerEntry() {}

  /// Makes the target.
  ///
  /// @param arguments the class of the targets, the target's name, and the command that runs a
  ///   single input
  public static void fuzzerInitialize(String[] arguments) throws Exception {
    FuzzTarget made = UnchangedRun.targets(arguments[0]).named(arguments[1]);
    for (byte[] seed : made.seeds()) {
      try {
        made.decode(seed);
      } catch (Exception e) {
        throw new AssertionError("a seed is refused", e);
      }
    }
    target = made;
    UnchangedRun unchanged = new UnchangedRun(arguments[0], arguments[1]);
    trial =
        new Trial(
            made,
            String.join(" ", Arrays.asList(arguments).subList(2, arguments.length)),
            unchanged::passes);
  }

  /// Decodes an input, and the same with right checksums.
  public static void fuzzerTestOneInput(byte[] input) {
    FuzzTarget decoder = Objects.requireNonNull(target);
    Trial verdict = Objects.requireNonNull(trial);
    verdict.run(input);
    byte[] mended = decoder.mended(input);
    if (!Arrays.equals(mended, input)) {
      verdict.run(mended);
    }
  }

  /// Gives back what the target holds.
  @SuppressWarnings("SystemOut") // what came of the campaign
  public static void fuzzerTearDown() throws Exception {
    System.err.println("verdicts: " + trial);
    if (target != null) {
      target.close();
    }
  }
}
