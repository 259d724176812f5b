package io.penstock.file;

import io.penstock.ffi.Ring;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A program that has transfers of batches moved often enough to be compiled, and then cuts the
/// file whose mapping they fill or write from: it says what each step has told of the page that is
/// gone.
///
/// @param path the other file of the transfers
/// @param mapped the one that is cut
record LostMemory(Path path, Path mapped) {
  private static final int PAGE = 4096;
  private static final int WARM = 20_000;

  private interface Step {
    /// What the transfer has told, once the step is over.
    String of(BatchTransfer transfer);
  }

  /// Arguments: the two files.
  public static void main(String[] arguments) throws IOException {
    LostMemory lost = new LostMemory(Path.of(arguments[0]), Path.of(arguments[1]));
    try (Ring ring = Ring.open(8)) {
      lost.say("result", "posix", 0, TransferDirection.READ, read -> taken(read, ring));
      lost.say("request", "posix-direct", 0, TransferDirection.WRITE, write -> made(write, ring));
      lost.say("at once", "posix", 0, TransferDirection.READ, LostMemory::now);
      lost.say("by the engine", "posix-direct", 1, TransferDirection.READ, LostMemory::rest);
    }
  }

  private void say(String how, String engine, int from, TransferDirection direction, Step step)
      throws IOException {
    Access access = Access.readWrite().withEngine(FileEngines.named(engine));
    Files.write(mapped, new byte[PAGE]);
    try (FileHandle handle =
            new FileHandle(path, access, access.engine().open(path, OpenMode.READ_WRITE));
        FileChannel channel =
            FileChannel.open(mapped, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Arena arena = Arena.ofShared()) {
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, PAGE, arena).asSlice(from);
      for (int i = 0; i < WARM; i++) {
        String _ = told(handle, direction, memory, step);
      }
      channel.truncate(0);
      System.out.println(how + ": " + told(handle, direction, memory, step));
    }
  }

  private static String told(
      FileHandle handle, TransferDirection direction, MemorySegment memory, Step step) {
    BatchTransfer transfer = new BatchTransfer(direction, handle, 0, memory);
    boolean _ = transfer.begin(0, false);
    try {
      return step.of(transfer);
    } finally {
      transfer.end();
    }
  }

  private static String taken(BatchTransfer read, Ring ring) {
    read.request(ring, 1);
    boolean _ = ring.withdraw();
    return failed(read.take(PAGE), read);
  }

  private static String made(BatchTransfer write, Ring ring) {
    try {
      write.request(ring, 1);
      boolean _ = ring.withdraw();
      return "requested";
    } catch (InternalError _) {
      return ring.pending() == 0 ? "failed" : "failed and requested";
    }
  }

  private static String now(BatchTransfer read) {
    return failed(read.moveNow(), read);
  }

  private static String rest(BatchTransfer read) {
    read.finish();
    return failed(true, read);
  }

  private static String failed(boolean over, BatchTransfer transfer) {
    return (over ? "" : "not over, ")
        + (transfer.failure() instanceof InternalError && !transfer.isMoved() ? "failed" : "moved");
  }
}
