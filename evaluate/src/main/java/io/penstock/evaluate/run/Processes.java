package io.penstock.evaluate.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Processes that are started here, one by one.
final class Processes implements Staff {
  private static final Duration ENDING = Duration.ofSeconds(1);
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private final Experiment experiment;
  private final Entry entry;
  private final Launcher launcher;
  private final Rules rules;
  private final List<Member> members = new ArrayList<>();

  private record Member(Subprocess process, Child child) {}

  Processes(Experiment experiment, Entry entry, Launcher launcher, Rules rules) {
    this.experiment = experiment;
    this.entry = entry;
    this.launcher = launcher;
    this.rules = rules;
  }

  @Override
  public List<Child> children() {
    return members.stream().map(Member::child).toList();
  }

  @Override
  public boolean number(int number) throws AbsentException, FailedException {
    if (members.size() > number) {
      dismiss(members.subList(number, members.size()));
    }
    boolean more = members.size() < number;
    while (members.size() < number) {
      members.add(start());
    }
    return more;
  }

  private Member start() throws AbsentException, FailedException {
    List<String> command = launcher.command(experiment, entry);
    Subprocess process = Subprocess.start(new ProcessBuilder(command), ENDING);
    Process started = process.process();
    return new Member(
        process,
        new Child(process, started.getOutputStream(), started.getInputStream(), rules.deadline()));
  }

  @Override
  public void close() {
    dismiss(members);
  }

  private static void dismiss(List<Member> leaving) {
    leaving.forEach(member -> member.child().dismiss());
    leaving.forEach(member -> member.process().part(FAREWELL));
    leaving.clear();
  }

  @Override
  public void kill() {
    members.forEach(member -> member.process().kill());
    members.clear();
  }
}
