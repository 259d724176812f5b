package io.penstock.evaluate.run;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/// A user's request for an evaluation.
///
/// @param subjects to evaluate
/// @param directory on the file system to measure
/// @param bytes of the array files; empty for the effort's
/// @param threads to visit; empty for the effort's: 1 and 2; the powers of two up to the
///   processors, 2 at least and 8 at most; or up to 8
/// @param effort to spend
/// @param seed of the order of turns
/// @param version of Penstock
/// @param command that repeats the evaluation
public record Request(
    Subjects subjects,
    Path directory,
    OptionalLong bytes,
    List<Integer> threads,
    Effort effort,
    long seed,
    String version,
    String command) {

  public Request {
    threads = List.copyOf(threads);
  }
}
