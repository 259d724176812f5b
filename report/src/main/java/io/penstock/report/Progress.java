package io.penstock.report;

import java.io.PrintStream;
import java.time.InstantSource;

/// Tells a person how far an evaluation is. Safe for use by several threads; closing it leaves the
/// terminal clean, closing twice does nothing.
public sealed interface Progress extends AutoCloseable permits LiveProgress, PlainProgress {

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
    return terminal.interactive()
        ? LiveProgress.start(out, terminal, pace)
        : new PlainProgress(out, pace);
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
}
