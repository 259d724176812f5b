package io.penstock.report;

import io.penstock.report.Page.Line;
import io.penstock.report.Page.Style;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// A display of how far an evaluation is, for a person. Safe for use by several threads; closing it
/// leaves the terminal clean, closing twice does nothing.
public sealed interface Progress extends AutoCloseable {

  /// One run of one approach.
  ///
  /// @param experiment its id or title
  /// @param approach its name
  /// @param run counted from 1
  /// @param runs how many there will be of this approach in this experiment
  record Step(String experiment, String approach, int run, int runs) {}

  /// Progress on standard error: one live line on a terminal, a line now and then elsewhere.
  ///
  /// @param steps how many there will be in all
  static Progress onStandardError(long steps) {
    return on(System.err, Terminal.ofStandardError(), steps, InstantSource.system());
  }

  static Progress on(PrintStream out, Terminal terminal, long steps, InstantSource clock) {
    Pace pace = new Pace(steps, clock);
    return terminal.interactive() ? Live.start(out, terminal, pace) : new Plain(out, pace);
  }

  /// A step begins.
  void begin(Step step);

  /// A step has ended, well or badly.
  void end();

  /// Takes steps off that will not be done: an approach is absent, or moved wrong bytes.
  void skip(long steps);

  /// Prints a line that stays, above the live one.
  void say(String line);

  @Override
  void close();

  /// One line, drawn again at each event and each second in between.
  final class Live implements Progress {
    private static final long TICK_SECONDS = 1;
    private static final String ERASE = "\r\033[K";
    private static final int BAR = 16;

    private final PrintStream out;
    private final Terminal terminal;
    private final Pace pace;
    private final ScheduledExecutorService ticker =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("progress").factory());
    private Optional<Step> current = Optional.empty();
    private boolean closed;

    Live(PrintStream out, Terminal terminal, Pace pace) {
      this.out = out;
      this.terminal = terminal;
      this.pace = pace;
    }

    static Live start(PrintStream out, Terminal terminal, Pace pace) {
      Live progress = new Live(out, terminal, pace);
      ScheduledFuture<?> _ =
          progress.ticker.scheduleAtFixedRate(
              progress::draw, TICK_SECONDS, TICK_SECONDS, TimeUnit.SECONDS);
      return progress;
    }

    @Override
    public synchronized void begin(Step step) {
      current = Optional.of(step);
      draw();
    }

    @Override
    public synchronized void end() {
      pace.stepDone();
      draw();
    }

    @Override
    public synchronized void skip(long steps) {
      pace.skip(steps);
      draw();
    }

    @Override
    public synchronized void say(String line) {
      out.print((closed ? "" : ERASE) + line + System.lineSeparator());
      draw();
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        ticker.shutdownNow();
        out.print(ERASE);
        out.flush();
      }
    }

    private synchronized void draw() {
      if (!closed) {
        out.print(ERASE + line());
        out.flush();
      }
    }

    private Line line() {
      // A character in the last column makes some terminals go on to the next line.
      Line line = new Line(terminal, terminal.width() - 1);
      bar(line).right(pace.percent() + "%", 5, Style.BOLD).spaces(2);
      String words = pace.words();
      int room = line.room() - Line.columns(words) - 2;
      current.ifPresent(step -> step(line, step, room));
      return line.add(words, Style.DIM);
    }

    private Line bar(Line line) {
      if (terminal.unicode()) {
        line.add("▕")
            .left(TerminalCharts.bar(pace.part(), BAR, true), BAR, Style.PENSTOCK)
            .add("▏");
        return line;
      }
      return line.add("[")
          .left(TerminalCharts.bar(pace.part(), BAR, false), BAR, Style.PENSTOCK)
          .add("]");
    }

    private static void step(Line line, Step step, int room) {
      String run = " " + step.run() + "/" + step.runs();
      String name = step.experiment() + " " + step.approach();
      int names = Math.min(Line.columns(name), room - Line.columns(run));
      if (names > 0) {
        line.left(name, names, Style.PLAIN).add(run, Style.DIM).spaces(2);
      }
    }
  }

  /// A line whenever another experiment begins, for a log.
  final class Plain implements Progress {
    private final PrintStream out;
    private final Pace pace;
    private String experiment = "";

    Plain(PrintStream out, Pace pace) {
      this.out = out;
      this.pace = pace;
    }

    @Override
    public synchronized void begin(Step step) {
      if (!step.experiment().equals(experiment)) {
        experiment = step.experiment();
        out.println(pace.percent() + "% " + experiment + " (" + pace.words() + ")");
      }
    }

    @Override
    public synchronized void end() {
      pace.stepDone();
    }

    @Override
    public synchronized void skip(long steps) {
      pace.skip(steps);
    }

    @Override
    public synchronized void say(String line) {
      out.println(line);
    }

    @Override
    public void close() {
      // Nothing to clean up: each line stands for itself.
    }
  }

  /// A count of steps, and an estimate of how long the others will take, judged by those so far.
  /// For use under its owner's lock.
  final class Pace {
    private final InstantSource clock;
    private final Instant start;
    private long steps;
    private long done;

    Pace(long steps, InstantSource clock) {
      this.clock = clock;
      this.start = clock.instant();
      this.steps = Math.max(0, steps);
    }

    void stepDone() {
      done++;
      steps = Math.max(steps, done);
    }

    void skip(long count) {
      steps = Math.max(done, steps - count);
    }

    double part() {
      return steps == 0 ? 0 : (double) done / steps;
    }

    long percent() {
      return (long) Math.floor(part() * 100);
    }

    Duration elapsed() {
      return Duration.between(start, clock.instant());
    }

    /// Empty as long as nothing is done.
    Optional<Duration> remaining() {
      return done == 0
          ? Optional.empty()
          : Optional.of(Duration.ofMillis(elapsed().toMillis() / done * (steps - done)));
    }

    String words() {
      String passed = Numbers.duration(elapsed());
      return remaining()
          .map(rest -> passed + ", about " + Numbers.duration(rest) + " left")
          .orElse(passed);
    }
  }
}
