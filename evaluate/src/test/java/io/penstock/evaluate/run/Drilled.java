package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Experiment.Entry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Lets an exercise do two batches in this process, each rank in a thread of its own: what
/// [Contestant] does with processes.
public final class Drilled {
  private static final int BATCHES = 2;

  private Drilled() {}

  /// What was wrong in any of the entry's works.
  public static List<String> faults(Entry entry, Exercise exercise, Path folder) throws Exception {
    List<String> faults = new ArrayList<>();
    for (Work work : entry.works()) {
      Path meeting = folder.resolve("meeting-" + System.nanoTime());
      faults.addAll(faults((Drill) work, exercise, meeting));
    }
    return faults;
  }

  private static List<String> faults(Drill drill, Exercise exercise, Path meeting)
      throws Exception {
    try (ExecutorService ranks = Executors.newCachedThreadPool()) {
      List<Future<List<String>>> results = new ArrayList<>();
      for (int rank = 0; rank < drill.processes(); rank++) {
        DrillTask task = new DrillTask(drill, rank, meeting);
        results.add(ranks.submit(() -> faults(task, exercise)));
      }
      return all(results);
    }
  }

  /// Where one rank fails, the others may fail for want of it: all are told.
  private static List<String> all(List<Future<List<String>>> results) throws Exception {
    List<String> faults = new ArrayList<>();
    List<ExecutionException> failures = new ArrayList<>();
    for (Future<List<String>> result : results) {
      try {
        faults.addAll(result.get());
      } catch (ExecutionException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      ExecutionException first = failures.removeFirst();
      failures.forEach(first::addSuppressed);
      throw first;
    }
    return faults;
  }

  private static List<String> faults(DrillTask task, Exercise exercise) throws Exception {
    List<String> faults = new ArrayList<>();
    DrillTask sent = TaskLine.drillTask(TaskLine.of(task));
    try (Exercise.Session session = exercise.prepare(sent)) {
      for (int salt = 1; salt <= BATCHES; salt++) {
        session.arm(salt);
        session.run();
        session.fault(salt).ifPresent(faults::add);
      }
    } catch (AbsentException e) {
      return List.of(); // this machine lacks it
    }
    return faults;
  }
}
