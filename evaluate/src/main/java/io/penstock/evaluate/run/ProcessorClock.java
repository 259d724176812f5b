package io.penstock.evaluate.run;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The clock of the time that this process has had of all processors, by clock_gettime(2): the JDK
/// counts hundredths of a second, as long as a run takes. For one thread.
final class ProcessorClock {
  private static final boolean MAC = System.getProperty("os.name").startsWith("Mac");
  private static final int CLOCK_PROCESS_CPUTIME_ID = MAC ? 12 : 2;

  private final MethodHandle getTime;
  private final MemorySegment time = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, 2);

  /// @throws AbsentException if the system has no such clock
  @SuppressWarnings("restricted") // workers may call C
  ProcessorClock() throws AbsentException {
    Linker linker = Linker.nativeLinker();
    MemorySegment function =
        linker
            .defaultLookup()
            .find("clock_gettime")
            .orElseThrow(() -> new AbsentException("the system has no clock_gettime(2)"));
    FunctionDescriptor types =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
    getTime = linker.downcallHandle(function, types);
  }

  /// How much it has had so far.
  long nanos() {
    try {
      int status = (int) getTime.invokeExact(CLOCK_PROCESS_CPUTIME_ID, time);
      if (status != 0) {
        throw new IllegalStateException("clock_gettime(2) has failed");
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    return time.getAtIndex(ValueLayout.JAVA_LONG, 0) * 1_000_000_000
        + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
  }
}
