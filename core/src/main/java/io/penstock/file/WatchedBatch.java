package io.penstock.file;

import io.penstock.file.TransferListener.Transfer;
import io.penstock.memory.Recorder;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A program's batch whose end is told to Java Flight Recorder, to the program's listener, or to
/// both. Batches that are parts of a transfer are told by that.
///
/// Apart from [BatchRun], since most processes need no class of it. What tells has no lambda and no
/// switch over patterns: to link one for the first time when the heap is full may fail for good.
final class WatchedBatch {
  private final List<BatchTransfer> transfers;
  private final int depth;

  /// Who was there when the batch began; null for nobody.
  private final @Nullable TransferListener listener = Transfers.listener;

  /// Null while nothing is recorded.
  private final @Nullable BatchTransferEvent event =
      Recorder.on() ? BatchTransferEvent.begun() : null;

  private final long start = System.nanoTime();

  /// @param transfers one or more
  WatchedBatch(List<BatchTransfer> transfers, int depth) {
    this.transfers = transfers;
    this.depth = depth;
  }

  /// Makes a call that returns when all transfers have ended, or throws what the batch fails with,
  /// and tells of that.
  void around(Handover.Call call) throws IOException {
    try {
      call.make();
    } catch (Throwable e) { // a consumer may throw anything
      ended(e);
      throw e;
    }
    ended(null);
  }

  /// @param thrown null where nothing is
  private void ended(@Nullable Throwable thrown) {
    long nanos = System.nanoTime() - start;
    if (event != null) {
      event.end();
    }
    Map<FileHandle, Long> bytes = new LinkedHashMap<>();
    for (BatchTransfer transfer : transfers) {
      Long before = bytes.get(transfer.handle());
      bytes.put(transfer.handle(), (before == null ? 0 : before) + transfer.length());
    }
    if (event != null) {
      event.complete(transfers, bytes.size(), depth, thrown);
    }
    if (listener != null) {
      tell(listener, bytes, nanos, thrown);
    }
  }

  private void tell(
      TransferListener told, Map<FileHandle, Long> bytes, long nanos, @Nullable Throwable thrown) {
    Map<FileHandle, IOException> failures = failures(thrown);
    String operation = WatchedTransfer.operation(transfers.getFirst().direction());
    @Nullable VirtualMachineError error = null;
    for (Map.Entry<FileHandle, Long> each : bytes.entrySet()) {
      FileHandle file = each.getKey();
      String engine = file.access().engine().name();
      Transfer transfer = new Transfer(file.path(), operation, engine, each.getValue(), 1, nanos);
      try {
        WatchedTransfer.tell(told, transfer, failures.get(file), thrown);
      } catch (VirtualMachineError e) {
        error = error == null ? e : error; // after all others have been told
      }
    }
    if (error != null) {
      throw error;
    }
  }

  /// The first failure of each file that has one. What was not moved, and has not failed itself, is
  /// so because of what was thrown.
  private Map<FileHandle, IOException> failures(@Nullable Throwable thrown) {
    Map<FileHandle, IOException> failures = new HashMap<>();
    for (BatchTransfer transfer : transfers) {
      Throwable own = transfer.failure();
      Throwable failure = own == null && !transfer.isMoved() ? thrown : own;
      if (failure != null && !failures.containsKey(transfer.handle())) {
        failures.put(transfer.handle(), asIOException(failure));
      }
    }
    return failures;
  }

  private static IOException asIOException(Throwable failure) {
    return failure instanceof IOException e ? e : new IOException(failure);
  }

  /// One batch, as Java Flight Recorder shows it.
  @Name("io.penstock.BatchTransfer")
  @Label("Batch Transfer")
  @Description("A batch of reads or of writes, from its submission to the end of the last of them")
  @Category("Penstock")
  @StackTrace(false)
  static final class BatchTransferEvent extends Event {
    @Label("Operation")
    String operation = "";

    @Label("Transfers")
    int transfers;

    @Label("Files")
    int files;

    @Label("Bytes")
    @Description("What the transfers were to move")
    @DataAmount
    long bytes;

    @Label("Depth")
    @Description("How many requests could be under way at once")
    int depth;

    @Label("By Ring")
    @Description(
        "Transfers that were requested of io_uring; others were copied, or made by threads")
    int byRing;

    @Label("Outcome")
    String outcome = "";

    static BatchTransferEvent begun() {
      BatchTransferEvent event = new BatchTransferEvent();
      event.begin();
      return event;
    }

    private void complete(
        List<BatchTransfer> all, int filesOfAll, int requests, @Nullable Throwable thrown) {
      if (shouldCommit()) {
        operation = all.getFirst().direction().name();
        transfers = all.size();
        files = filesOfAll;
        depth = requests;
        for (BatchTransfer transfer : all) {
          bytes += transfer.length();
          byRing += transfer.wasRequested() ? 1 : 0;
        }
        outcome = outcome(thrown);
        commit();
      }
    }

    private static String outcome(@Nullable Throwable thrown) {
      if (thrown == null) {
        return "COMPLETED";
      }
      return thrown instanceof CancellationException ? "CANCELLED" : "FAILED";
    }
  }
}
