package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Task;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/// Moves blocks by a FileChannel through a direct buffer.
///
/// @param task that the blocks belong to
/// @param array of the task's type
record Channels(Task task, Object array) {
  private static final int REQUEST = 1 << 20;
  private static final int ALIGNMENT = 4096;

  /// Opens the file as the task needs it.
  static FileChannel open(Task task, boolean direct) throws IOException {
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    if (!Demand.reads(task)) {
      options.add(StandardOpenOption.WRITE);
      options.add(StandardOpenOption.CREATE);
    }
    if (direct) {
      options.add(directOption());
    }
    return FileChannel.open(task.file(), options);
  }

  /// `ExtendedOpenOption.DIRECT`. Its enum is exported but unsupported, and the compiler warns of
  /// every mention.
  private static OpenOption directOption() throws IOException {
    try {
      for (Object option :
          Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
        if (option instanceof OpenOption open && option.toString().equals("DIRECT")) {
          return open;
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("this JDK has no option for O_DIRECT", e);
    }
    throw new IOException("this JDK has no option for O_DIRECT");
  }

  /// Moves a block, request by request.
  void move(FileChannel channel, Block block) throws IOException {
    Steps steps = Steps.of(task, REQUEST);
    ByteBuffer buffer =
        ByteBuffer.allocateDirect((int) steps.requestBytes() + ALIGNMENT)
            .alignedSlice(ALIGNMENT)
            .order(task.work().order());
    int size = task.work().type().bytes();
    steps.forEach(
        block,
        (first, index, count) -> {
          buffer.clear().limit(count * size);
          if (Demand.reads(task)) {
            read(channel, buffer, first * size);
            TypedViews.get(buffer.flip(), array, index);
          } else {
            TypedViews.put(buffer, array, index);
            write(channel, buffer, first * size);
          }
        });
  }

  private static void read(FileChannel channel, ByteBuffer buffer, long offset) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) < 0) {
        throw new EOFException("the file ends at byte " + (offset + buffer.position()));
      }
    }
  }

  private static void write(FileChannel channel, ByteBuffer buffer, long offset)
      throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer, offset + buffer.position());
    }
  }
}
