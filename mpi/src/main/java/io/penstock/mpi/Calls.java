package io.penstock.mpi;

import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.library.MpiLibrary;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Calls of any function with arguments that are all `long`; each is bound when it is first called.
final class Calls {
  private static final MethodHandle NARROW = narrow();

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
          "%s takes arguments numbering %d, not %d"
              .formatted(function.symbol(), function.parameters(), arguments.length));
    }
    MethodHandle handle =
        isLarge(function, arguments)
            ? boundLarge.computeIfAbsent(function, this::bindLarge)
            : bound.computeIfAbsent(function, this::bind);
    try {
      return (int) handle.invokeExact(arguments);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static boolean isLarge(MpiFunction function, long... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (function.letter(i) == 'n' && arguments[i] > Integer.MAX_VALUE) {
        return true;
      }
    }
    return false;
  }

  private MethodHandle bind(MpiFunction function) {
    return spread(library.function(function));
  }

  private MethodHandle bindLarge(MpiFunction function) {
    return spread(
        library
            .largeFunction(function)
            .orElseThrow(
                () ->
                    new UnsupportedOperationException(
                        "%s has no function %s, which a count above %d needs: use a derived datatype"
                            .formatted(
                                library.version(), function.largeSymbol(), Integer.MAX_VALUE))));
  }

  private static MethodHandle spread(MethodHandle function) {
    MethodHandle widened = function;
    for (int i = 0; i < function.type().parameterCount(); i++) {
      if (function.type().parameterType(i) == int.class) {
        widened = MethodHandles.filterArguments(widened, i, NARROW);
      }
    }
    return widened.asSpreader(long[].class, function.type().parameterCount());
  }

  private static MethodHandle narrow() {
    try {
      return MethodHandles.lookup()
          .findStatic(Calls.class, "narrow", MethodType.methodType(int.class, long.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a method of this class is missing", e);
    }
  }

  @SuppressWarnings("UnusedMethod") // by handle
  private static int narrow(long argument) {
    if (argument != (int) argument) {
      throw new IllegalArgumentException(
          "the function takes an int here, which " + argument + " does not fit");
    }
    return (int) argument;
  }

  /// What a call threw that is no error code.
  static RuntimeException unexpected(Throwable e) {
    return switch (e) {
      case RuntimeException ours -> ours;
      case Error error -> throw error;
      default -> new IllegalStateException("a C function does not throw", e);
    };
  }
}
