package io.penstock.memory;

import io.penstock.memory.Depot.Magazine;
import io.penstock.memory.Depot.MagazineStack;
import java.util.function.Function;
import java.util.function.IntFunction;

/// A stack of three magazines, what two threads do with it, and what becomes of the magazines.
final class MagazineTurns {
  static final String KEPT = "kept";

  private final Magazine[] all = {
    Magazine.NONE, new Magazine(1, 1), new Magazine(2, 1), new Magazine(3, 1)
  };
  private final MagazineStack stack;
  private int popped;
  private int kept;

  MagazineTurns(Function<IntFunction<Magazine>, MagazineStack> maker) {
    stack = maker.apply(number -> all[number]);
    for (int i = 3; i >= 1; i--) {
      stack.push(all[i]);
    }
  }

  /// The one thread.
  void pop() {
    popped = stack.pop().number;
  }

  /// The other.
  void pushBack() {
    Magazine first = stack.pop();
    kept = stack.pop().number;
    stack.push(first);
  }

  /// Where the magazines are when both are done.
  String outcome() {
    boolean[] seen = new boolean[all.length];
    boolean twice = see(seen, popped);
    twice |= see(seen, kept);
    for (int i = 0; i < all.length; i++) {
      twice |= see(seen, stack.pop().number);
    }
    return twice ? "in two places" : seen[1] && seen[2] && seen[3] ? KEPT : "lost";
  }

  private static boolean see(boolean[] seen, int number) {
    boolean again = number != 0 && seen[number];
    seen[number] = true;
    return again;
  }

  /// A careless stack, in which a head that was popped and pushed again is taken for the same.
  static final class Stampless extends MagazineStack {
    Stampless(IntFunction<Magazine> numbered) {
      super(numbered);
    }

    @Override
    long pushed(long seen, int number) {
      return number;
    }
  }
}
