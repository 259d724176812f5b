package io.penstock.crashes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.crashes.Judge.Demand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A program that runs workloads one after the other, as it reads them, and prints a line for each.
///
/// `judge WORKLOAD` runs it, judges the states in which a crash may leave its folder, and prints
/// how many they were and what was wrong. `demand WORKLOAD` requires of a loss of power that it
/// takes away nothing. `kill N WORKLOAD` has this process killed at the Nth call that changes
/// files.
final class CrashProgram {
  private static final int LOSSES = 3;
  private static final int LOSSES_OF_WEAK = 12;

  private final Recorder recorder = new Recorder();
  private final Path base;

  private CrashProgram(Path base) {
    this.base = base;
  }

  /// Arguments: a folder for the files of all workloads.
  public static void main(String[] arguments) throws IOException {
    CrashProgram program = new CrashProgram(Path.of(arguments[0]).toAbsolutePath());
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(program.answer(line).replace("\n", "\\n"));
    }
  }

  static Path folder(Path base) {
    return base.resolve("folder");
  }

  static Path journal(Path base) {
    return base.resolve("journal");
  }

  private String answer(String line) throws IOException {
    List<String> words = List.of(line.split(" ", 2));
    String rest = words.getLast();
    return switch (words.getFirst()) {
      case "judge" -> judge(Workload.of(rest), Demand.PROMISED, LOSSES);
      case "demand" -> judge(Workload.of(rest), Demand.EVERYTHING, LOSSES_OF_WEAK);
      case "kill" -> {
        List<String> parts = List.of(rest.split(" ", 2));
        run(Workload.of(parts.getLast()), Long.parseLong(parts.getFirst()));
        yield "alive";
      }
      default -> throw new IllegalArgumentException(line);
    };
  }

  /// Takes the steps, each between two marks, and sets one more at the end.
  private void run(Workload workload, long killedAt) throws IOException {
    Path folder = folder(base);
    Judge.delete(folder);
    recorder.watch(folder);
    workload.prepare(folder);
    Promises now = workload.promises(Tree.of(Map.of()));
    recorder.begin(journal(base), killedAt);
    int number = 1;
    for (Step step : workload.steps()) {
      recorder.mark(2 * number - 1);
      step.perform(new Step.Scene(folder, now.array(), workload.access(), number, number));
      recorder.mark(2 * number);
      step.change(now, number, number);
      number++;
    }
    recorder.mark(2 * workload.steps().size());
    recorder.end();
    recorder.rest();
  }

  private String judge(Workload workload, Demand demand, int losses) throws IOException {
    run(workload, 0);
    Path state = base.resolve("state");
    recorder.watch(state);
    Judge judge = new Judge(workload, demand, losses, Journal.read(journal(base)), state);
    Judge.Outcome outcome = judge.judge();
    recorder.rest();
    String counts =
        outcome.counts().entrySet().stream()
            .map(count -> count.getKey() + "=" + count.getValue())
            .collect(Collectors.joining(","));
    return counts + "|" + String.join("|", outcome.problems());
  }
}
