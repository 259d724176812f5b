package io.penstock.message.launch;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/// The entry point of a program, found by the rules of Java 25: `main(String[])` before `main()`,
/// static or of an instance, declared or inherited, anything but private.
public final class MainMethod {
  private final Class<?> type;
  private final Method method;

  private MainMethod(Class<?> type, Method method) {
    this.type = type;
    this.method = method;
  }

  /// Finds it, without running anything of the class.
  ///
  /// @throws LaunchException if there is no such class, or it has no such method
  public static MainMethod of(String className, ClassLoader loader) throws LaunchException {
    try {
      Class<?> type = Class.forName(className, false, loader);
      return new MainMethod(type, method(type));
    } catch (ClassNotFoundException e) {
      throw new LaunchException("class " + className, "not found", "check its name and -cp");
    } catch (LinkageError e) {
      throw new LaunchException("class " + className, "cannot be loaded: " + e, "check -cp");
    }
  }

  private static Method method(Class<?> type) throws LaunchException {
    Method method =
        find(type, String[].class)
            .or(() -> find(type))
            .orElseThrow(
                () ->
                    new LaunchException(
                        "class " + type.getName(), "has no main method", "give it void main()"));
    if (!Modifier.isStatic(method.getModifiers()) && constructor(type).isEmpty()) {
      throw new LaunchException(
          "class " + type.getName(),
          "has an instance main method and no constructor for it",
          "make main static, or give the class a constructor without parameters");
    }
    return method;
  }

  private static Optional<Method> find(Class<?> type, Class<?>... parameters) {
    return Stream.<Class<?>>iterate(
            type, owner -> owner != Object.class && owner != null, Class::getSuperclass)
        .flatMap(owner -> Arrays.stream(owner.getDeclaredMethods()))
        .filter(method -> method.getName().equals("main"))
        .filter(method -> Arrays.equals(method.getParameterTypes(), parameters))
        .filter(method -> method.getReturnType() == void.class)
        .filter(method -> !Modifier.isPrivate(method.getModifiers()))
        .filter(method -> !Modifier.isAbstract(method.getModifiers()))
        .findFirst();
  }

  private static Optional<Constructor<?>> constructor(Class<?> type) {
    return Modifier.isAbstract(type.getModifiers())
        ? Optional.empty()
        : Arrays.stream(type.getDeclaredConstructors())
            .filter(constructor -> constructor.getParameterCount() == 0)
            .filter(constructor -> !Modifier.isPrivate(constructor.getModifiers()))
            .findFirst();
  }

  /// Runs the program.
  ///
  /// @throws Throwable the exception that the program throws
  public void run(String... arguments) throws Throwable {
    try {
      method.setAccessible(true);
      Object target = Modifier.isStatic(method.getModifiers()) ? type : instance();
      if (method.getParameterCount() == 0) {
        method.invoke(target);
      } else {
        method.invoke(target, (Object) arguments);
      }
    } catch (InvocationTargetException e) {
      throw Optional.ofNullable(e.getCause()).orElse(e);
    }
  }

  private Object instance() throws ReflectiveOperationException {
    Constructor<?> constructor = constructor(type).orElseThrow();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
