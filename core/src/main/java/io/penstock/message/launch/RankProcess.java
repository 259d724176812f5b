package io.penstock.message.launch;

import java.util.Arrays;

/// Begins a process that is one rank: holds the lifeline to the launcher, and runs the user's
/// program.
public final class RankProcess {
  private RankProcess() {}

  /// Runs the user's program as this process's rank.
  ///
  /// @param arguments the user's main class, and what it is passed; the environment says the rest
  /// @throws Throwable what the user's program throws, so that the JVM ends as it would without us
  public static void main(String[] arguments) throws Throwable {
    Lifeline lifeline;
    MainMethod program;
    try {
      JobDescription rank = JobDescription.current().orElseThrow(RankProcess::noRank);
      Contact contact = rank.contact().orElseThrow(RankProcess::noRank);
      lifeline = Lifeline.hold(rank.job(), contact, rank.rank());
      program = MainMethod.of(arguments[0], ClassLoader.getSystemClassLoader());
    } catch (LaunchException | IllegalArgumentException e) {
      System.err.println("penstock: " + e.getMessage());
      System.exit(1);
      return;
    }
    lifeline.await();
    program.run(Arrays.copyOfRange(arguments, 1, arguments.length));
  }

  private static IllegalArgumentException noRank() {
    return new IllegalArgumentException("this process was not told its rank; use penstock run");
  }
}
