package io.penstock.evaluate.run;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.By;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The table in which workers of these tests look up their ways, by the names that tests give them.
final class TestTable implements Question {
  static final String ID = "test";

  private static final List<FileWork> FILE = List.of(FileWork.read(ElementType.BYTE, 1));
  private static final List<Drill> DRILL = List.of(Drill.of("drill", 1, Duration.ZERO));

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    return Stream.of(approaches(), exercises());
  }

  private static Experiment approaches() {
    return Experiment.of(ID, "Approaches", "none", FileState.CACHED)
        .on(FILE)
        .approach("java", By.JDK, new ChannelApproach())
        .approach("honest", By.JDK, new ChannelApproach())
        .approach("careless", By.JDK, new FaultyApproaches.Careless())
        .approach("astray", By.JDK, new FaultyApproaches.Astray())
        .approach("idle", By.JDK, new FaultyApproaches.Idle())
        .approach("dying", By.JDK, new FaultyApproaches.Dying())
        .approach("hanging", By.JDK, new FaultyApproaches.Hanging())
        .approach("forsaking", By.JDK, new FaultyApproaches.FailingAtLast())
        .approach("once", By.JDK, new FaultyApproaches.Once())
        .approach("throwing", By.JDK, new FaultyApproaches.Throwing())
        .approach("choosy", By.JDK, new FaultyApproaches.NotAloneAtFirst())
        .approach("absent", By.JDK, new FaultyApproaches.Absent());
  }

  private static Experiment exercises() {
    return Experiment.drill(ID, "Exercises", "none", Measure.NANOSECONDS)
        .on(DRILL)
        .exercise("closing", By.JDK, new DrillTest.Closing())
        .exercise("steady", By.JDK, new DrillTest.Steady())
        .exercise("lax", By.JDK, new DrillTest.Careless())
        .exercise("summing", By.JDK, new TextWorkTest.Summing())
        .exercise("counting", By.PENSTOCK, new RanksTest.Counting())
        .exercise("leaving", By.PENSTOCK, new RanksTest.Dying())
        .exercise("silent", By.PENSTOCK, new RanksTest.Hanging());
  }

  /// An experiment whose ways stand here.
  static Experiment with(Experiment experiment) {
    return experiment.definedBy(new TestTable(), Setting.bare(Effort.QUICK));
  }

  /// An experiment on drills whose ways stand here.
  static Experiment drills(Measure measure) {
    return with(Experiment.drill(ID, "A test", "none", measure));
  }
}
