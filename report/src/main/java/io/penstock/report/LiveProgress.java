package io.penstock.report;

import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/// One line, drawn again at each event and each second in between.
final class LiveProgress implements Progress {
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

  LiveProgress(PrintStream out, Terminal terminal, Pace pace) {
    this.out = out;
    this.terminal = terminal;
    this.pace = pace;
  }

  static LiveProgress start(PrintStream out, Terminal terminal, Pace pace) {
    LiveProgress progress = new LiveProgress(out, terminal, pace);
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
      line.add("▕").left(Bar.of(pace.part(), BAR, true), BAR, Style.PENSTOCK).add("▏");
      return line;
    }
    return line.add("[").left(Bar.of(pace.part(), BAR, false), BAR, Style.PENSTOCK).add("]");
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
