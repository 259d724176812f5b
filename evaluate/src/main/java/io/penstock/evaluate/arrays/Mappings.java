package io.penstock.evaluate.arrays;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Task;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;

/// Moves blocks between a mapping of the whole file and the array.
///
/// @param task that the blocks belong to
/// @param array of the task's type
record Mappings(Task task, Object array) {
  private static final long REQUEST = 1L << 20;

  MemorySegment map(Arena arena) throws IOException {
    try (FileChannel channel = Channels.open(task, false)) {
      FileChannel.MapMode mode =
          Demand.reads(task) ? FileChannel.MapMode.READ_ONLY : FileChannel.MapMode.READ_WRITE;
      return channel.map(mode, 0, task.work().fileBytes(), arena);
    }
  }

  /// Moves a block, request by request.
  void move(MemorySegment file, Block block) throws IOException {
    int size = task.work().type().bytes();
    ValueLayout there = task.work().type().layout().withOrder(task.work().order());
    MemorySegment memory = ElementType.segment(array);
    ValueLayout here = task.work().type().layout();
    Steps.of(task, REQUEST)
        .forEach(
            block,
            (first, index, count) -> {
              if (Demand.reads(task)) {
                MemorySegment.copy(
                    file, there, first * size, memory, here, (long) index * size, count);
              } else {
                MemorySegment.copy(
                    memory, here, (long) index * size, file, there, first * size, count);
              }
            });
  }
}
