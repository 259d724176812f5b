package io.penstock.cli.run;

import io.penstock.message.launch.Order;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Handlers of the signals that would end this process.
///
/// The JDK's class for it, `sun.misc.Signal`, is exported and has no successor, but cannot be named
/// in source without a warning that nothing suppresses. Where it is missing, or a signal is in use
/// or ignored, that signal does what it does without us.
public final class Signals {
  private static final Map<String, Order> CAUGHT =
      Map.of("INT", Order.INTERRUPT, "TERM", Order.TERMINATE, "HUP", Order.HANG_UP);

  private Signals() {}

  /// Passes each such signal to `handler`, in a thread of the JVM, for the rest of this process's
  /// life.
  public static void pass(Consumer<Order> handler) {
    CAUGHT.forEach((name, order) -> handle(name, () -> handler.accept(order)));
  }

  private static void handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> answer(self, method, arguments, action));
      Method handle = signal.getMethod("handle", signal, handler);
      handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (InvocationTargetException e) {
      // An IllegalArgumentException: not a signal of this system, or not ours to catch.
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a JDK without sun.misc.Signal", e);
    }
  }

  @SuppressWarnings("ReferenceEquality") // what a proxy is equal to
  private static Object answer(Object self, Method method, Object[] arguments, Runnable action) {
    return switch (method.getName()) {
      case "handle" -> {
        action.run();
        yield List.of(); // a void method, whose result is ignored
      }
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> "the handler of a signal";
    };
  }
}
