package io.penstock.file;

import io.penstock.ffi.NativeAccess;
import io.penstock.ffi.Ring;
import io.penstock.file.EngineFile.ExtentList;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A program that has transfers, those of batches and others, moved often enough to be compiled,
/// and then cuts the file whose mapping they fill or write from: it says what each step has told of
/// the page that is gone.
///
/// @param path the other file of the transfers
/// @param mapped the one that is cut
record LostMemory(Path path, Path mapped) {
  private static final int PAGE = 4096;
  private static final int WARM = 20_000;

  private static @Nullable ListWriter writer;

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
    lost.say("past the cache", "posix-direct", (file, memory) -> file.read(0, memory, 1, PAGE));
    lost.say(
        "out past the cache", "posix-direct", (file, memory) -> file.write(0, memory, 1, PAGE));
    lost.say("as a list", "posix", LostMemory::list);
    Access access = Access.readWrite().withEngine(FileEngines.named("posix"));
    try (ByteFile bytes = ByteFile.open(lost.path, access)) {
      lost.say("packed", "posix", (_, memory) -> bytes.writeAt(0, memory.asSlice(1, PAGE)));
    }
    try (ArrayChannel early =
        ArrayChannel.open(lost.path, OpenMode.READ_WRITE, "auto", ArrayChannel.AtOnce.EXECUTOR)) {
      lost.say("by the JDK", "posix", (_, memory) -> early.write(0, of(memory), PAGE));
    }
  }

  private static ArrayChannel.Memory of(MemorySegment memory) {
    return new ArrayChannel.Memory(memory, 1, 1);
  }

  private interface Transfer {
    void of(EngineFile file, MemorySegment memory) throws IOException;
  }

  /// Both pages of a mapping, of which the first is not taken from its begin.
  private void say(String how, String engine, Transfer transfer) throws IOException {
    Files.write(mapped, new byte[2 * PAGE]);
    try (EngineFile file = FileEngines.named(engine).open(path, OpenMode.READ_WRITE);
        FileChannel channel =
            FileChannel.open(mapped, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Arena arena = Arena.ofShared()) {
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, 2 * PAGE, arena);
      for (int i = 0; i < WARM; i++) {
        String _ = told(file, memory, transfer);
      }
      byte[] before = new byte[(int) file.size()];
      Arrays.fill(before, (byte) 7);
      Files.write(path, before);
      channel.truncate(0);
      String told = told(file, memory, transfer);
      boolean same = Arrays.equals(Files.readAllBytes(path), before);
      System.out.println(how + ": " + told + (same ? "" : " and written"));
    }
  }

  private static String told(EngineFile file, MemorySegment memory, Transfer transfer)
      throws IOException {
    try {
      transfer.of(file, memory);
      return "moved";
    } catch (InternalError _) {
      return "failed";
    }
  }

  private static void list(EngineFile file, MemorySegment memory) throws IOException {
    ExtentList extents = new ExtentList();
    boolean _ = extents.add(0, 1000) && extents.add(2000, 1000);
    boolean _ = written(file).write(extents, memory, 1);
  }

  private static ListWriter written(EngineFile file) throws IOException {
    ListWriter made = writer;
    if (made == null) {
      made = new ListWriter(NativeAccess.libc().orElseThrow(), file, MeddledFile.MAPPING);
      writer = made;
    }
    return made;
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
