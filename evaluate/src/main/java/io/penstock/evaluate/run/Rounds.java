package io.penstock.evaluate.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

/// The rounds of a batch at one point of the axis: in each, everybody who still can takes one turn,
/// in an order drawn anew, so that whatever drifts hits all alike.
///
/// @param contestants of the batch, by entry
/// @param order that the turns are drawn with
record Rounds(
    Workspace workspace,
    Rules rules,
    Listener listener,
    Experiment experiment,
    Map<Entry, Contestant> contestants,
    Random order) {

  void run(List<Tally> tallies) {
    List<Tally> ready = tallies.stream().filter(Tally::isOpen).filter(this::keepsAll).toList();
    for (int round = 1 - rules.warmups(); round <= rules.runs(); round++) {
      Map<Tally, Double> figures = new LinkedHashMap<>();
      for (Tally tally : shuffled(ready)) {
        turn(tally, round).ifPresent(figure -> figures.put(tally, figure));
      }
      if (round > 0) {
        record(figures);
      }
    }
  }

  private List<Tally> shuffled(List<Tally> tallies) {
    List<Tally> open = new ArrayList<>(tallies.stream().filter(Tally::isOpen).toList());
    Collections.shuffle(open, order);
    return open;
  }

  /// Lets the work run once in such a way that everything moved can be compared, where that differs
  /// from its timed runs.
  private boolean keepsAll(Tally tally) {
    if (tally.work() instanceof FileWork work && !work.allKept().equals(work)) {
      take(tally, work.allKept());
    }
    if (!tally.isOpen()) {
      listener.skips(rules.steps());
    }
    return tally.isOpen();
  }

  private Optional<Double> turn(Tally tally, int round) {
    int step = rules.warmups() + round;
    listener.begins(experiment, tally.entry(), tally.work(), step, rules.steps());
    Optional<Turn.Taken> taken = take(tally, tally.work());
    listener.ends();
    if (!tally.isOpen()) {
      listener.skips(rules.steps() - step);
    }
    return taken.map(ran -> experiment.measure().figure(tally.work(), ran.reading()));
  }

  /// Takes a turn; what went wrong is in the tally.
  private Optional<Turn.Taken> take(Tally tally, Work work) {
    Contestant contestant = Objects.requireNonNull(contestants.get(tally.entry()));
    try {
      Turn.Taken taken = Turn.of(workspace, experiment.state(), contestant, work).take();
      taken.difference().ifPresent(tally::wrong);
      return Optional.of(taken).filter(_ -> tally.isOpen());
    } catch (AbsentException e) {
      tally.absent(e.reason());
    } catch (FailedException e) {
      contestant.kill();
      tally.failed(e.reason());
    } catch (IOException e) {
      tally.failed(e.toString());
    }
    return Optional.empty();
  }

  private void record(Map<Tally, Double> figures) {
    figures.forEach(
        (tally, figure) -> {
          tally.ran(figure);
          ofYardstick(tally, figures)
              .map(c -> experiment.measure().better().ratio(figure, c))
              .ifPresent(tally::comparedWithC);
        });
  }

  /// The figure of the C entry in the same round, for the work that resembles this one most.
  private Optional<Double> ofYardstick(Tally tally, Map<Tally, Double> figures) {
    return experiment
        .yardstickOf(tally.entry())
        .flatMap(
            yardstick ->
                figures.entrySet().stream()
                    .filter(other -> other.getKey().entry().equals(yardstick))
                    .filter(other -> other.getKey().resembles(tally))
                    .map(Map.Entry::getValue)
                    .findFirst());
  }
}
