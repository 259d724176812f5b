package io.penstock.file;

import io.penstock.file.TransferListener.Transfer;
import io.penstock.memory.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// A transfer whose end is told to Java Flight Recorder, to the program's listener, or to both.
///
/// Apart from [Transfers], since most processes need no class of it.
final class WatchedTransfer {
  private final Path path;
  private final Access access;
  private final TransferDirection direction;
  private final long bytes;
  private final int threads;

  /// Who was there when the transfer began; null for nobody.
  private final @Nullable TransferListener listener = Transfers.listener;

  /// Null while nothing is recorded.
  private final @Nullable ArrayTransferEvent event =
      Recorder.on() ? ArrayTransferEvent.begun() : null;

  private final long start = System.nanoTime();

  WatchedTransfer(Path path, Access access, TransferDirection direction, long bytes, int threads) {
    this.path = path;
    this.access = access;
    this.direction = direction;
    this.bytes = bytes;
    this.threads = threads;
  }

  /// Tells that the transfer is complete.
  void completed() {
    Transfer transfer = transfer();
    if (event != null) {
      event.complete(transfer, direction);
    }
    if (listener != null) {
      tell(listener, transfer, null, null);
    }
  }

  /// Tells that the transfer has failed. Errors of the caller's, as memory that is closed, are no
  /// failures of a transfer.
  void failed(IOException failure) {
    if (listener != null) {
      tell(listener, transfer(), failure, failure);
    }
  }

  /// Tells a listener, whatever it does then.
  ///
  /// @param failure of the transfer; null if it is complete
  /// @param thrown what the call is about to throw, which an error of the JVM's in the listener
  ///   must not hide; null if nothing
  static void tell(
      TransferListener listener,
      Transfer transfer,
      @Nullable IOException failure,
      @Nullable Throwable thrown) {
    try {
      if (failure == null) {
        listener.completed(transfer);
      } else {
        listener.failed(transfer, failure);
      }
    } catch (Throwable e) {
      if (thrown != null && !e.equals(thrown) && isOfJvm(e)) {
        e.addSuppressed(thrown);
      }
      logOrThrow(e);
    }
  }

  /// The word for a direction.
  static String operation(TransferDirection direction) {
    return direction.name().toLowerCase(Locale.ROOT);
  }

  private Transfer transfer() {
    return new Transfer(
        path,
        operation(direction),
        access.engine().name(),
        bytes,
        threads,
        System.nanoTime() - start);
  }

  /// A lack of memory is not the listener's fault, too deep a recursion is.
  private static boolean isOfJvm(Throwable e) {
    return e instanceof VirtualMachineError && !(e instanceof StackOverflowError);
  }

  private static void logOrThrow(Throwable e) {
    if (isOfJvm(e)) {
      throw (VirtualMachineError) e;
    }
    try {
      System.getLogger("io.penstock.file")
          .log(System.Logger.Level.WARNING, "the listener of transfers has failed", e);
    } catch (RuntimeException | Error unlogged) { // by its message, or for want of stack
      if (isOfJvm(unlogged)) {
        throw unlogged;
      }
    }
  }

  /// One bulk read or write of an array file, as Java Flight Recorder shows it.
  @Name("io.penstock.ArrayTransfer")
  @Label("Array Transfer")
  @Description("A bulk read or write of an array file or a byte file")
  @Category("Penstock")
  @StackTrace(false)
  static final class ArrayTransferEvent extends Event {
    @Label("Path")
    String path = "";

    @Label("Operation")
    String operation = "";

    @Label("Engine")
    String engine = "";

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Threads")
    int threads;

    static ArrayTransferEvent begun() {
      ArrayTransferEvent event = new ArrayTransferEvent();
      event.begin();
      return event;
    }

    private void complete(Transfer transfer, TransferDirection direction) {
      end();
      if (shouldCommit()) {
        path = transfer.path().toString();
        operation = direction.name();
        engine = transfer.engine();
        bytes = transfer.bytes();
        threads = transfer.threads();
        commit();
      }
    }
  }
}
