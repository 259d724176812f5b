package io.penstock.file;

import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The decision when the engines of this process are loaded and C functions bound.
///
/// Both together take a tenth of a second, in which the JDK's own channels read a gigabyte. So
/// files begin with those, and tell what they have moved. When they could have been bound in that
/// time, a thread that ends afterwards loads and binds, while transfers go on: renting until the
/// rent has come to the price never costs more than twice the best. Nobody waits for that thread:
/// files look whether it is done. So no lock is held while it is waited for, and a program that
/// uses files in an initializer of a class cannot meet it there.
class Binding implements Runnable {
  /// So much is moved in the time that binding takes. Other processors are no help where transfers
  /// are shared by as many threads as there are.
  private static final long WORTH_BYTES = 1 << 30;

  /// To open a file takes as long as to move so much.
  private static final long OPENING_BYTES = 256 << 10;

  /// A short transfer takes as long as one of so much.
  private static final long LEAST_BYTES = 16 << 10;

  private final long worthBytes;
  private final AtomicLong movedBytes = new AtomicLong();
  private final AtomicInteger begun = new AtomicInteger();
  private volatile String failure = "";

  Binding() {
    this(WORTH_BYTES);
  }

  /// @param worthBytes when so much has been moved it pays
  Binding(long worthBytes) {
    this.worthBytes = worthBytes;
  }

  /// Whether files begin with the JDK's channels: nothing is bound yet, and it is not known either
  /// that nothing can be.
  boolean isPending() {
    return !NativeAccess.isTried();
  }

  /// Takes account of a transfer by the JDK's channels.
  void moved(long bytes) {
    if (movedBytes.addAndGet(Math.max(bytes, LEAST_BYTES)) >= worthBytes
        && begun.getAndIncrement() == 0) {
      begin();
    }
  }

  /// Takes account of a file that they have opened.
  void opened() {
    moved(OPENING_BYTES);
  }

  private void begin() {
    try {
      start();
    } catch (OutOfMemoryError _) { // no more threads: it is worth it all the same
      run();
    }
  }

  /// Has [#run] called by a thread that nobody waits for.
  ///
  /// @throws OutOfMemoryError if there are no more threads
  void start() {
    Thread thread = new Thread(null, this, "penstock-bind", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  /// Where that fails, because no descriptor is left to load a class by or its loader was closed,
  /// files stay with the JDK's channels, and [#failure] says why.
  @Override
  public void run() {
    try {
      bind();
    } catch (LinkageError | RuntimeException | ServiceConfigurationError | VirtualMachineError e) {
      failure = "the engines cannot be loaded: " + e;
    }
  }

  /// Why files stay with the JDK's channels; empty where they need not.
  String failure() {
    return failure;
  }

  void bind() {
    int _ = FileEngines.all().size();
    Optional<LibC> _ = NativeAccess.libc();
  }
}
