package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainMethodTest {
  private static final List<String> CALLS = new ArrayList<>();

  static class Classic {
    public static void main(String[] arguments) {
      CALLS.add("classic " + String.join(" ", arguments));
    }
  }

  static class Plain {
    static void main() {
      CALLS.add("plain");
    }
  }

  static class Instance {
    void main() {
      CALLS.add("instance");
    }
  }

  static class InstanceWithArguments {
    void main(String[] arguments) {
      CALLS.add("instance " + String.join(" ", arguments));
    }
  }

  static class Both {
    static void main() {
      CALLS.add("without");
    }

    static void main(String[] arguments) {
      CALLS.add("with " + String.join(" ", arguments));
    }
  }

  static class Heir extends Classic {}

  @SuppressWarnings({"unused", "UnusedMethod", "UnusedVariable"}) // found by reflection, or not
  static class Hidden {
    private static void main(String[] arguments) {
      CALLS.add("hidden");
    }

    static int main() {
      return CALLS.size();
    }
  }

  static class Demanding {
    Demanding(int value) {
      CALLS.add("made of " + value);
    }

    void main() {}
  }

  static class Thrower {
    @SuppressWarnings("DoNotCallSuggester") // reflection calls it
    static void main() throws Exception {
      throw new Exception("on purpose");
    }
  }

  static class Loud {
    static {
      CALLS.add("initialised");
    }

    static void main() {}
  }

  @BeforeEach
  void forget() {
    CALLS.clear();
  }

  @ParameterizedTest
  @CsvSource({
    "Classic, classic a b",
    "Plain, plain",
    "Instance, instance",
    "InstanceWithArguments, instance a b",
    "Both, with a b",
    "Heir, classic a b"
  })
  void aProgramBeginsWhereJavaBeginsIt(String name, String call) throws Throwable {
    find(name).run("a", "b");
    assertThat(CALLS).containsExactly(call);
  }

  @Test
  void nothingRunsBeforeItIsAskedTo() throws Throwable {
    MainMethod loud = find("Loud");
    assertThat(CALLS).isEmpty();
    loud.run();
    assertThat(CALLS).containsExactly("initialised");
  }

  @Test
  void whatItThrowsComesThrough() throws LaunchException {
    MainMethod thrower = find("Thrower");
    assertThatThrownBy(thrower::run).isExactlyInstanceOf(Exception.class).hasMessage("on purpose");
  }

  @Test
  void aClassThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> MainMethod.of("no.Such", getClass().getClassLoader()))
        .isInstanceOf(LaunchException.class)
        .hasMessage("class no.Such: not found; check its name and -cp");
  }

  @Test
  void aNameInTheWrongCaseIsNoClassEither() {
    assertThatThrownBy(() -> find("classic"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("classic");
  }

  @Test
  void aClassWithoutMainSaysSo() {
    assertThatThrownBy(() -> find("Hidden"))
        .isInstanceOf(LaunchException.class)
        .hasMessageEndingWith("MainMethodTest$Hidden: has no main method; give it void main()");
  }

  @Test
  void anInstanceMainNeedsAConstructor() {
    assertThatThrownBy(() -> find("Demanding"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("has an instance main method and no constructor for it");
  }

  private static MainMethod find(String name) throws LaunchException {
    return MainMethod.of(
        MainMethodTest.class.getName() + "$" + name, MainMethodTest.class.getClassLoader());
  }
}
