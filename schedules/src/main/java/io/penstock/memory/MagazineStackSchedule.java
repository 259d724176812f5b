package io.penstock.memory;

import io.penstock.schedules.Threads;

/// [MagazineStackStress] as a program of a schedule explorer.
public final class MagazineStackSchedule {
  private MagazineStackSchedule() {}

  private static void take(MagazineTurns turns) throws InterruptedException {
    Threads.run(turns::pop, turns::pushBack);
    String outcome = turns.outcome();
    Threads.require(outcome.equals(MagazineTurns.KEPT), "a magazine is " + outcome);
  }

  /// Runs it.
  public static void run() throws InterruptedException {
    take(new MagazineTurns(Depot.MagazineStack::new));
  }

  /// A planted bug: the stack does not count pushes.
  public static void runPlanted() throws InterruptedException {
    take(new MagazineTurns(MagazineTurns.Stampless::new));
  }
}
