package io.penstock.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The type of a C function and the way it is called, from which the linker makes a method handle.
///
/// The constants are the table of all signatures that this module asks for, and [#bind] is the only
/// code of the library that asks the linker. A program that is compiled ahead of time can make only
/// those calls that were named when it was compiled: the metadata for that, in
/// `META-INF/native-image`, is generated from this table.
///
/// @param type parameters and result
/// @param options the linker's
record Signature(FunctionDescriptor type, List<Linker.Option> options) {
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");

  /// No thread of the JVM comes to a safepoint while such a function runs.
  private static final Linker.Option BRIEF = Linker.Option.critical(false);

  private static final Linker.Option BRIEF_ON_ARRAYS = Linker.Option.critical(true);

  /// Up to six numbers or pointers to one, of most functions: each new signature takes the linker
  /// milliseconds, and one that it has had before takes none.
  ///
  /// The 64-bit conventions of Linux and macOS pass the first six in registers, an `int` in one of
  /// its own, of which the callee reads the lower half, and leave what a function does not take
  /// unread; an `int` that comes back may have anything in the upper half. On macOS for AArch64
  /// this does not hold for variadic functions, nor would it for parameters beyond the eighth,
  /// which lie on the stack without gaps.
  static final Signature WORDS =
      new Signature(
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          List.of(ERRNO));

  /// Two numbers or pointers and a variadic one, of open(2) and fcntl(2): on macOS for AArch64 what
  /// is variadic lies on the stack, each in eight bytes.
  static final Signature TWO_WORDS_AND_MORE =
      new Signature(
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          List.of(ERRNO, Linker.Option.firstVariadicArg(2)));

  private static final FunctionDescriptor POSITIONAL =
      FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);

  /// pread(2), pwrite(2) and preadv(2), of memory off the heap.
  static final Signature TRANSFER = new Signature(POSITIONAL, List.of(ERRNO));

  /// The same, of a Java array.
  static final Signature ARRAY_TRANSFER =
      new Signature(POSITIONAL, List.of(ERRNO, BRIEF_ON_ARRAYS));

  /// memmove(3), of Java arrays.
  static final Signature ARRAY_MOVE =
      new Signature(
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG), List.of(BRIEF_ON_ARRAYS));

  /// clock_gettime(2), which never waits and never fails.
  static final Signature CLOCK =
      new Signature(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS), List.of(BRIEF));

  /// poll(2).
  static final Signature POLL =
      new Signature(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT), List.of());

  /// setenv(3).
  static final Signature SET_VARIABLE =
      new Signature(FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT), List.of());

  /// sigaction(2).
  static final Signature SIGNAL_ACTION =
      new Signature(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS), List.of());

  private static final Linker.Option[] NONE = {};

  /// Hears of each signature when a function is bound by it; null unless a test listens.
  static volatile @Nullable Consumer<Signature> listener;

  /// A signature of a library beside the C library.
  static Signature of(FunctionDescriptor type) {
    return new Signature(type, List.of());
  }

  /// The same of a function that does little, never waits and never calls back.
  static Signature brief(FunctionDescriptor type) {
    return new Signature(type, List.of(BRIEF));
  }

  /// The function of this signature at an address.
  ///
  /// @throws IllegalCallerException if this process may call no native code
  @SuppressWarnings("restricted")
  MethodHandle bind(Linker linker, long address) {
    Consumer<Signature> told = listener;
    if (told != null) {
      told.accept(this);
    }
    return linker.downcallHandle(MemorySegment.ofAddress(address), type, options.toArray(NONE));
  }
}
