package io.penstock.testing.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.penstock.testing.AllocatedBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// One input after the other for a target, each with its verdict.
final class Trial {
  private static final int LONGEST_MESSAGE = 2000;

  private final FuzzTarget target;
  private final String command;
  private final Predicate<byte[]> passesElsewhere;
  private long accepted;
  private long refused;
  private long mostBytes;
  private double mostFactor;
  private long slowest;

  /// @param command that runs a single input, which is to be named at its end
  Trial(FuzzTarget target, String command) {
    this(target, command, _ -> false);
  }

  /// @param passesElsewhere whether an input that takes too much memory here keeps to its bound
  ///   where nothing but the decoder takes any
  Trial(FuzzTarget target, String command, Predicate<byte[]> passesElsewhere) {
    this.target = target;
    this.command = command;
    this.passesElsewhere = passesElsewhere;
  }

  long accepted() {
    return accepted;
  }

  long inputs() {
    return accepted + refused;
  }

  /// Lets the target decode an input that its own side has made.
  ///
  /// @throws AssertionError if it is refused
  void seed(byte[] input) {
    if (!isAccepted(input)) {
      throw failure(input, "refuses a seed", null);
    }
  }

  /// Lets the target decode an input.
  ///
  /// @throws AssertionError if it does what its contract does not say; the input is kept in a file
  void run(byte[] input) {
    long held = target.held();
    long began = System.nanoTime();
    if (isWithinMemory(input)) {
      accepted++;
    } else {
      refused++;
    }
    slowest = Math.max(slowest, System.nanoTime() - began);
    if (target.held() != held) {
      throw failure(input, "leaves " + (target.held() - held) + " blocks", null);
    }
  }

  // What takes too much once may have loaded classes; what takes too much again does not.
  private boolean isWithinMemory(byte[] input) {
    long allocated = 0;
    boolean good = false;
    for (int tries = 0; tries < 3; tries++) {
      long before = AllocatedBytes.now();
      good = isAccepted(input);
      allocated = AllocatedBytes.now() - before;
      if (allocated <= target.mostBytes(input.length)) {
        mostBytes = Math.max(mostBytes, allocated);
        mostFactor =
            Math.max(mostFactor, (allocated - target.mostBytes(0)) / Math.max(1.0, input.length));
        return good;
      }
    }
    if (passesElsewhere.test(input)) {
      return good;
    }
    throw failure(
        input,
        String.format(
            Locale.ROOT,
            "takes %d bytes of the heap for an input of %d; the bound is %s for each byte",
            allocated,
            input.length,
            target.bound()),
        null);
  }

  private boolean isAccepted(byte[] input) {
    try {
      target.decode(input);
      return true;
    } catch (Throwable e) {
      if (!target.refuses(e)) {
        throw failure(input, "throws " + e, e);
      }
      String message = String.valueOf(e.getMessage());
      if (message.isBlank()
          || message.equals("null")
          || message.length() > LONGEST_MESSAGE
          || message.chars().anyMatch(c -> c == '\n' || c == '\r')) {
        throw failure(input, "says no clear line: " + message, e);
      }
      return false;
    }
  }

  /// Keeps an input in a file, and says how to run it again.
  AssertionError failure(byte[] input, String what, @Nullable Throwable cause) {
    Path file = save(target.name(), input);
    return new AssertionError(
        String.format(
            Locale.ROOT,
            "%s %s%n  input: %s, %d bytes: %s%n  again: %s=%s:%s'",
            target.name(),
            what,
            file,
            input.length,
            printable(input),
            command,
            target.name(),
            file),
        cause);
  }

  /// Keeps an input in a file, named by what is in it.
  static Path save(String name, byte[] input) {
    CRC32 crc = new CRC32();
    crc.update(input);
    try {
      Path folder = Files.createDirectories(Path.of("target", "fuzz", name)).toAbsolutePath();
      return Files.write(folder.resolve(String.format(Locale.ROOT, "%08x", crc.getValue())), input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String printable(byte[] input) {
    String text = new String(input, 0, Math.min(input.length, 64), ISO_8859_1);
    return text.replaceAll("[^ -~]", ".");
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d accepted, %d refused, at most %d bytes of the heap (bound: %s, used of the factor: %.1f), slowest %.1f ms",
        accepted,
        refused,
        mostBytes,
        target.bound(),
        Math.max(0, mostFactor),
        slowest / 1e6);
  }
}
