package io.penstock.codecs.fory;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import org.apache.fory.Fory;
import org.apache.fory.logging.LogLevel;
import org.apache.fory.logging.LoggerFactory;

/// Keeps as many Forys as processors, each for one thread at a time: they are slow to make.
final class ForyPool {
  static {
    // Its warnings, that a class has methods of its own to write it, would go to standard output.
    LoggerFactory.setLogLevel(LogLevel.ERROR_LEVEL);
  }

  private final BlockingQueue<Fory> idle =
      new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());
  private final Settings settings;

  ForyPool(Settings settings) {
    this.settings = settings;
  }

  /// One that failed is not used again: who knows what it still refers to.
  <T> T with(Function<Fory, T> work) {
    Fory found = idle.poll();
    Fory fory = found == null ? settings.fory() : found;
    T result = work.apply(fory);
    boolean _ = idle.offer(fory);
    return result;
  }
}
