package io.penstock.mpi;

import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.library.MpiLibrary;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The raw calls of MPI's functions, with arguments that are all `long`. Each function is bound
/// when it is first called.
final class Calls {
  private final MpiLibrary library;
  private final Map<MpiFunction, MethodHandle> bound = new ConcurrentHashMap<>();
  private final Map<MpiFunction, MethodHandle> boundLarge = new ConcurrentHashMap<>();

  Calls(MpiLibrary library) {
    this.library = library;
  }

  /// Calls a function.
  ///
  /// @return its error code
  /// @throws IllegalArgumentException if there are too many or too few arguments, or one does not
  ///   fit an `int` that the function takes
  /// @throws UnsupportedOperationException if the library lacks the function, or its form for a
  ///   count that fits no `int`
  int call(MpiFunction function, long... arguments) {
    if (arguments.length != function.parameters()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s takes arguments numbering %d, not %d",
              function.symbol(),
              function.parameters(),
              arguments.length));
    }
    boolean large = isLarge(function, arguments);
    checkWidths(function, large, arguments);
    MethodHandle handle =
        large
            ? boundLarge.computeIfAbsent(function, this::bindLarge)
            : bound.computeIfAbsent(function, library::function);
    try {
      return invoke(handle, arguments);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  // Exact calls: to make a form that spreads an array takes longer than most programs call it.
  private static int invoke(MethodHandle function, long... a) throws Throwable {
    return switch (a.length) {
      case 0 -> (int) function.invokeExact();
      case 1 -> (int) function.invokeExact(a[0]);
      case 2 -> (int) function.invokeExact(a[0], a[1]);
      case 3 -> (int) function.invokeExact(a[0], a[1], a[2]);
      case 4 -> (int) function.invokeExact(a[0], a[1], a[2], a[3]);
      case 5 -> (int) function.invokeExact(a[0], a[1], a[2], a[3], a[4]);
      case 6 -> (int) function.invokeExact(a[0], a[1], a[2], a[3], a[4], a[5]);
      case 7 -> (int) function.invokeExact(a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
      case 8 -> (int) function.invokeExact(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
      default -> (int) function.invokeWithArguments(Arrays.stream(a).boxed().toArray());
    };
  }

  private static boolean isLarge(MpiFunction function, long... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (function.letter(i) == 'n' && arguments[i] > Integer.MAX_VALUE) {
        return true;
      }
    }
    return false;
  }

  private static void checkWidths(MpiFunction function, boolean large, long... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (!function.takes(i, arguments[i], large)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "%s takes an int as its argument %d, which %d does not fit",
                function.symbol(),
                i + 1,
                arguments[i]));
      }
    }
  }

  private MethodHandle bindLarge(MpiFunction function) {
    return library
        .largeFunction(function)
        .orElseThrow(
            () ->
                new UnsupportedOperationException(
                    String.format(
                        Locale.ROOT,
                        "%s has no function %s, which a count above %d needs: use a derived datatype",
                        library.version(),
                        function.largeSymbol(),
                        Integer.MAX_VALUE)));
  }

  /// The exception for one that a call threw.
  static RuntimeException unexpected(Throwable e) {
    return switch (e) {
      case RuntimeException ours -> ours;
      case Error error -> throw error;
      default -> new IllegalStateException("a C function does not throw", e);
    };
  }
}
