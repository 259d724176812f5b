package io.penstock.evaluate.run;

/// A sink of results that nobody needs, so that the compiler cannot leave out what made them.
///
/// Workers of drills are started with the option that makes the compiler take these methods for
/// black holes; elsewhere they are empty.
public final class Sink {
  private Sink() {}

  /// Takes a result.
  public static void take(Object result) {}

  /// Takes a result.
  public static void take(long result) {}
}
