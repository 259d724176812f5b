package io.penstock.tree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// One run of a walk: its caller and its helpers, a [Walker] for each.
final class Walking implements Runnable {
  private final WalkRules rules;
  private final TreeVisitor visitor;
  private final Errors errors;
  private final WalkTeam team;
  private final List<Walker> walkers = new ArrayList<>();

  private Walking(WalkRules rules, int threads, TreeVisitor visitor, Errors errors) {
    this.rules = rules;
    this.visitor = visitor;
    this.errors = errors;
    this.team = new WalkTeam(rules.sorted() ? 1 : threads);
  }

  /// Visits everything below `root`, which is closed then.
  ///
  /// @return how many entries there were
  static long run(WalkRules rules, int threads, TreeVisitor visitor, Errors errors, WalkLevel root)
      throws IOException {
    Walking walking = new Walking(rules, threads, visitor, errors);
    walking.team.offer(root);
    walking.team.run(walking);
    return walking.walkers.stream().mapToLong(Walker::entries).sum();
  }

  @Override
  public void run() {
    Walker walker = new Walker(rules, visitor, errors, team);
    synchronized (walkers) {
      walkers.add(walker);
    }
    walker.run();
  }
}
