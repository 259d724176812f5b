package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The reflective calls of a class with some, all found.
class ReflectiveCallsTest {
  /// A class that reaches things in every way that is a call or the name of a method.
  @SuppressWarnings("unused")
  private static final class Reaching {
    static Class<?> byName(String name) throws ClassNotFoundException {
      return Class.forName(name);
    }

    static Object byReference() {
      return Stream.of(Reaching.class).map(Class::getDeclaredFields).toList();
    }

    static Object resource() {
      return Stream.of("a").map(Reaching.class::getResource).toList();
    }

    static String noReflection() {
      return Reaching.class.getName();
    }
  }

  @Test
  void callsAndReferencesOfMethodsAreFoundWithWhatTheyName() throws IOException {
    assertThat(ReflectiveCalls.in(Path.of("target", "test-classes")))
        .filteredOn(call -> call.caller().equals(Reaching.class.getName()))
        .extracting(ReflectiveCalls.Call::callee)
        .containsExactlyInAnyOrder("Class.forName", "Class.getDeclaredFields", "Class.getResource");
  }
}
