package io.penstock.crashes;

import io.penstock.preload.PreloadedFunctions;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// The journal that the preloaded library keeps of the calls on files below a folder.
final class Recorder {
  private static final FunctionDescriptor NOTHING = FunctionDescriptor.ofVoid();

  private final PreloadedFunctions functions = new PreloadedFunctions();
  private final MethodHandle watch =
      functions.find(
          "calls_watch", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private final MethodHandle journal =
      functions.find(
          "calls_journal", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
  private final MethodHandle mark =
      functions.find("calls_mark", FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
  private final MethodHandle end = functions.find("calls_journal_end", NOTHING);
  private final MethodHandle rest = functions.find("calls_rest", NOTHING);

  /// From now on syncs of files below a folder are answered and not made.
  void watch(Path folder) {
    try (Arena arena = Arena.ofConfined()) {
      watch.invokeExact(arena.allocateFrom(folder.toString()), 0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// Begins a journal of the folder that is watched.
  ///
  /// @param file of the journal
  /// @param killedAt the call at which this process is killed; 0 for none
  void begin(Path file, long killedAt) {
    try (Arena arena = Arena.ofConfined()) {
      journal.invokeExact(arena.allocateFrom(file.toString()), killedAt);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// Notes a number.
  void mark(int number) {
    try {
      mark.invokeExact(number);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// Ends the journal.
  void end() {
    try {
      end.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// Lets all calls pass.
  void rest() {
    try {
      rest.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
