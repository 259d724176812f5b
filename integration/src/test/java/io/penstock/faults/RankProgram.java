package io.penstock.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.message.Communicator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A rank of a job whose ranks all run the cells that the first one reads.
final class RankProgram implements CellProgram.Company {
  /// The line after which the ranks end.
  static final String END = "end";

  private static Optional<Communicator> world = Optional.empty();

  private final Communicator all;
  private final int struck;

  private RankProgram(Communicator all, int struck) {
    this.all = all;
    this.struck = struck;
  }

  /// The ranks of this process's job.
  ///
  /// @throws IllegalStateException if it is none's
  static Communicator world() {
    return world.orElseThrow(() -> new IllegalStateException("this process is no rank"));
  }

  /// Arguments: a folder for the files of all operations, the rank whose calls fail.
  public static void main(String[] arguments) throws Exception {
    try (Communicator all = Communicator.world();
        Communicator own = all.duplicate()) {
      world = Optional.of(own);
      new RankProgram(all, Integer.parseInt(arguments[1])).run(Path.of(arguments[0]));
    }
    System.exit(0); // threads that wait for nothing any more
  }

  private void run(Path base) throws IOException {
    String name = (String) all.broadcastObject(ProcessHandle.current().pid() + "-", 0);
    CellProgram program = new CellProgram(base.toAbsolutePath(), name, this);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = next(in); !line.equals(END); line = next(in)) {
      List<Object> answers = all.gatherObjects(program.answer(line), 0);
      if (isFirst()) {
        System.out.println(merged(answers.stream().map(String.class::cast).toList()));
      }
    }
  }

  private String next(BufferedReader in) throws IOException {
    String line = isFirst() ? Optional.ofNullable(in.readLine()).orElse(END) : "";
    return (String) all.broadcastObject(line, 0);
  }

  /// The worst of all verdicts; what calls are made is the struck rank's.
  private String merged(List<String> answers) {
    if (answers.stream().allMatch(answer -> answer.startsWith("counts "))) {
      return answers.get(struck);
    }
    return answers.stream()
        .reduce((one, other) -> isWorse(other, one) ? other : one)
        .map(worst -> withMet(worst, answers.get(struck)))
        .orElseThrow();
  }

  private static boolean isWorse(String answer, String than) {
    return isVerdict(than) && (!isVerdict(answer) || verdict(answer).compareTo(verdict(than)) > 0);
  }

  private static boolean isVerdict(String answer) {
    return !answer.startsWith("broken ") && !answer.startsWith("counts ");
  }

  private static Verdict verdict(String answer) {
    return Verdict.valueOf(answer.split(" ", 2)[0]);
  }

  private static String withMet(String answer, String struck) {
    String[] parts = answer.split(" ", 3);
    String[] own = struck.split(" ", 3);
    return parts.length < 3 || own.length < 3 ? answer : parts[0] + " " + own[1] + " " + parts[2];
  }

  // ---- with the others --------------------------------------------------------------------------

  @Override
  public boolean isFirst() {
    return all.rank() == 0;
  }

  @Override
  public boolean isStruck() {
    return all.rank() == struck;
  }

  @Override
  public boolean any(boolean here) {
    return all.allReduceObjects(here, Boolean::logicalOr);
  }

  /// The next message of each other rank, which may be there before it is asked for.
  @Override
  public String ignored() {
    return "[1-%d] block of the pool".formatted(all.size() - 1);
  }
}
