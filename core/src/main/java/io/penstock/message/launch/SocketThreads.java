package io.penstock.message.launch;

/// Threads that wait for sockets.
///
/// A virtual thread that does leaves a poller of the JDK's in native code for the rest of the JVM's
/// life, and a JVM that ends waits up to 300 ms for threads there. So they are platform threads,
/// and virtual ones where there are too many for that.
public final class SocketThreads {
  private static final int MOST_PLATFORM_THREADS = 256;

  private SocketThreads() {}

  /// Makes threads that do not hold the process.
  ///
  /// @param expected how many may run at a time
  public static Thread.Builder forAsManyAs(int expected) {
    return expected <= MOST_PLATFORM_THREADS ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
  }
}
