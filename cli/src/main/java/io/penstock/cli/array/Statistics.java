package io.penstock.cli.array;

import io.penstock.array.Elements;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongConsumer;

/// A single-pass computation of an array's statistics, a block at a time, by all threads of a team.
///
/// The array is cut into the same stretches and these are merged in the same order however many
/// threads there are, so that the result is always the same to the last bit.
public final class Statistics {
  /// The bytes that a thread reads at a time: they stay in the processor's cache until they have
  /// been added.
  private static final int BLOCK_BYTES = 1 << 20;

  private static final long MOST_STRETCHES = 1024;

  private final ArrayFile file;
  private final LongConsumer progress;
  private final int block;
  private final long stretch;
  private final ConcurrentNavigableMap<Long, List<Accumulator>> parts =
      new ConcurrentSkipListMap<>();

  private Statistics(ArrayFile file, LongConsumer progress) {
    this.file = file;
    this.progress = progress;
    this.block = BLOCK_BYTES / file.type().bytes();
    long blocks = Math.ceilDiv(file.shape().size(), block);
    this.stretch = Math.max(1, Math.ceilDiv(blocks, MOST_STRETCHES)) * block;
  }

  /// Reads the array and computes its statistics.
  ///
  /// @param progress takes the bytes read, often and from any thread
  /// @param file opened with one thread for each read: the team's threads read by themselves
  /// @return one summary; for complex numbers that of the real parts and that of the imaginary ones
  /// @throws IOException if the file cannot be read to its end
  public static List<Summary> of(ArrayFile file, TaskTeam team, LongConsumer progress)
      throws IOException {
    return new Statistics(file, progress).run(team);
  }

  private List<Summary> run(TaskTeam team) throws IOException {
    team.share(Math.ceilDiv(file.shape().size(), stretch), this::worker);
    List<Accumulator> total = Accumulator.of(file.format().type());
    parts.values().forEach(part -> merge(total, part));
    return total.stream().map(Accumulator::summary).toList();
  }

  private TaskTeam.Worker worker() {
    Class<?> component = file.type().arrayClass().getComponentType();
    Object array = Array.newInstance(component, (int) Math.min(block, file.shape().size()));
    Scratch scratch = new Scratch();
    return number -> {
      List<Accumulator> accumulators = Accumulator.of(file.format().type());
      long end = Math.min(file.shape().size(), (number + 1) * stretch);
      for (long first = number * stretch; first < end; first += block) {
        int count = (int) Math.min(block, end - first);
        file.readAt(first, Elements.of(array), 0, count);
        accumulators.forEach(accumulator -> accumulator.add(array, count, scratch));
        progress.accept((long) count * file.format().type().bytes());
      }
      parts.put(number, accumulators);
    };
  }

  private static void merge(List<Accumulator> total, List<Accumulator> part) {
    for (int i = 0; i < total.size(); i++) {
      total.get(i).merge(part.get(i));
    }
  }
}
