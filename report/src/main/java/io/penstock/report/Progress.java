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

/// A display of how far an evaluation is, for a person: on a terminal one line, drawn again at each
/// event and each second in between, elsewhere a line whenever another experiment begins. How long
/// the rest will take is judged by the steps so far.
///
/// Safe for use by several threads; closing it leaves the terminal clean, closing twice does
/// nothing.
public final class Progress implements AutoCloseable {
  private static final String ERASE = "\r\033[K";
  private static final int BAR = 16;

  private final PrintStream out;
  private final Terminal terminal;
  private final InstantSource clock;
  private final Instant start;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("progress").factory());
  private String experiment = "";
  private String name = "";
  private String turn = "";
  private long steps;
  private long done;
  private boolean closed;

  private Progress(PrintStream out, Terminal terminal, long steps, InstantSource clock) {
    this.out = out;
    this.terminal = terminal;
    this.clock = clock;
    this.start = clock.instant();
    this.steps = Math.max(0, steps);
  }

  /// Progress on standard error.
  ///
  /// @param steps how many there will be in all
  public static Progress onStandardError(long steps) {
    return on(System.err, Terminal.ofStandardError(), steps, InstantSource.system());
  }

  static Progress on(PrintStream out, Terminal terminal, long steps, InstantSource clock) {
    Progress progress = new Progress(out, terminal, steps, clock);
    if (terminal.interactive()) {
      ScheduledFuture<?> _ =
          progress.ticker.scheduleAtFixedRate(progress::draw, 1, 1, TimeUnit.SECONDS);
    }
    return progress;
  }

  /// A step begins: one run of one approach.
  ///
  /// @param inExperiment its id or title
  /// @param approach its name
  /// @param run counted from 1
  /// @param runs how many there will be of this approach in this experiment
  public synchronized void begin(String inExperiment, String approach, int run, int runs) {
    boolean another = !inExperiment.equals(experiment);
    experiment = inExperiment;
    name = inExperiment + " " + approach;
    turn = " " + run + "/" + runs;
    if (another && !terminal.interactive()) {
      out.println(percent() + "% " + experiment + " (" + words() + ")");
    }
    draw();
  }

  /// A step has ended, well or badly.
  public synchronized void end() {
    done++;
    steps = Math.max(steps, done);
    draw();
  }

  /// Takes steps off that will not be done: an approach is absent, or moved wrong bytes.
  public synchronized void skip(long count) {
    steps = Math.max(done, steps - count);
    draw();
  }

  /// Prints a line that stays, above the live one.
  public synchronized void say(String line) {
    out.println((terminal.interactive() && !closed ? ERASE : "") + line);
    draw();
  }

  @Override
  public synchronized void close() {
    ticker.shutdownNow();
    if (terminal.interactive() && !closed) {
      out.print(ERASE);
      out.flush();
    }
    closed = true;
  }

  // ---- the live line ---------------------------------------------------------------------------

  private synchronized void draw() {
    if (terminal.interactive() && !closed) {
      out.print(ERASE + line());
      out.flush();
    }
  }

  private Line line() {
    // A character in the last column makes some terminals go on to the next line.
    Line line = new Line(terminal, terminal.width() - 1);
    line.add(terminal.unicode() ? "▕" : "[");
    line.left(TerminalBars.bar(part(), BAR, terminal.unicode()), BAR, Style.PENSTOCK);
    line.add(terminal.unicode() ? "▏" : "]").right(percent() + "%", 5, Style.BOLD).spaces(2);
    String words = words();
    int room = line.room() - Line.columns(words) - 2;
    int names = Math.min(Line.columns(name), room - Line.columns(turn));
    if (names > 0) { // a step has begun, and its name has room
      line.left(name, names, Style.PLAIN).add(turn, Style.DIM).spaces(2);
    }
    return line.add(words, Style.DIM);
  }

  // ---- the pace --------------------------------------------------------------------------------

  synchronized double part() {
    return steps == 0 ? 0 : (double) done / steps;
  }

  synchronized long percent() {
    return (long) Math.floor(part() * 100);
  }

  private Duration elapsed() {
    return Duration.between(start, clock.instant());
  }

  /// Empty as long as nothing is done.
  synchronized Optional<Duration> remaining() {
    return done == 0
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(elapsed().toMillis() / done * (steps - done)));
  }

  private String words() {
    String passed = Numbers.duration(elapsed());
    return remaining()
        .map(rest -> passed + ", about " + Numbers.duration(rest) + " left")
        .orElse(passed);
  }
}
