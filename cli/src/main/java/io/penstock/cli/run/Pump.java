package io.penstock.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A thread body that copies the output of a process to a stream, until it ends.
///
/// When the process has ended, another process may still hold its pipe open and write nothing: a
/// silence of two seconds is the end too. Time in which the stream takes nothing is no silence,
/// however long it is: its reader is slow, and there is more to come.
final class Pump implements Runnable {
  /// The longest silence of a stream whose process has ended.
  static final Duration SILENCE = Duration.ofSeconds(2);

  private static final int CHUNK = 16 << 10;

  private final InputStream from;
  private final OutputStream to;
  private final Consumer<Exception> lost;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean listening;
  private volatile long listensSince;
  private boolean finished;

  /// @param lost takes the reason when what was printed cannot be passed on; the rest is read and
  ///   dropped, so that the process does not stand still
  Pump(InputStream from, OutputStream to, Consumer<Exception> lost) {
    this.from = from;
    this.to = to;
    this.lost = lost;
  }

  @Override
  public void run() {
    try {
      byte[] chunk = new byte[CHUNK];
      boolean passing = true;
      for (int count = next(chunk); count >= 0; count = next(chunk)) {
        passing = passing && pass(chunk, count);
      }
    } finally {
      ended.countDown();
    }
  }

  private int next(byte[] chunk) {
    listensSince = System.nanoTime();
    listening = true;
    try {
      return from.read(chunk);
    } catch (IOException e) {
      return -1; // the process was killed: its pipe ends so
    } finally {
      listening = false;
    }
  }

  // The stream behind may say that the reader has left by an exception of its own.
  private synchronized boolean pass(byte[] chunk, int count) {
    if (finished) {
      return false; // after the last line, a rest would be half a line
    }
    try {
      to.write(chunk, 0, count);
      return true;
    } catch (IOException | RuntimeException e) {
      lost.accept(e);
      return false;
    }
  }

  /// Waits until all was passed on.
  ///
  /// @param silence how long nothing may come
  /// @param since when that begins to count, as [System#nanoTime] has it
  /// @return false if nothing came for so long
  boolean awaitEnd(Duration silence, long since) throws InterruptedException {
    long limit = silence.toNanos();
    for (long left = limit; !ended.await(left, TimeUnit.NANOSECONDS); ) {
      long now = System.nanoTime();
      left = listening ? limit - Math.min(now - since, now - listensSince) : limit;
      if (left <= 0) {
        return false;
      }
    }
    return true;
  }

  /// Ends a line that has no end. What comes later is dropped.
  synchronized void finish() {
    finished = true;
    try {
      to.close();
    } catch (IOException | RuntimeException e) {
      lost.accept(e);
    }
  }
}
