package io.penstock.ffi;

import static java.lang.invoke.MethodType.methodType;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// What is loaded beside the C library, and what that may change in the process.
@EnabledOnOs(value = OS.LINUX, disabledReason = "native engines are for Linux")
class SharedLibraryTest {
  private static final int SIGHUP = 1;
  private static final long DEFAULT = 0;
  private static final long IGNORE = 1;

  @Test
  void aFunctionOfALoadedLibraryCanBeCalled() throws Throwable {
    SharedLibrary mathematics = SharedLibrary.open("libm.so.6");
    MethodHandle cosine =
        mathematics.function("cos", methodType(double.class, double.class)).orElseThrow();
    assertThat((double) cosine.invokeExact(0.0)).isEqualTo(1.0);
    assertThat(mathematics.find("cos")).isPresent();
    assertThat(mathematics.name()).isEqualTo("libm.so.6");
  }

  @Test
  void aBriefFunctionGivesTheSameResult() throws Throwable {
    MethodHandle absolute =
        SharedLibrary.open("libc.so.6")
            .briefFunction("llabs", methodType(long.class, long.class))
            .orElseThrow();
    assertThat((long) absolute.invokeExact(-5L)).isEqualTo(5);
  }

  @Test
  void whatALibraryLacksIsNotFound() throws IOException {
    SharedLibrary library = SharedLibrary.open("libm.so.6");
    assertThat(library.find("no_such_function")).isEmpty();
    assertThat(library.function("no_such_function", methodType(void.class))).isEmpty();
  }

  @Test
  void aLibraryThatIsNotThereIsAnErrorWithTheLoadersReason() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> SharedLibrary.open("/no/such/library.so"))
        .withMessage(
            "/no/such/library.so: cannot open shared object file: No such file or directory");
  }

  @Test
  void aFunctionThatTakesAnObjectIsRefused() throws IOException {
    SharedLibrary library = SharedLibrary.open("libm.so.6");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> library.function("cos", methodType(double.class, String.class)))
        .withMessageContaining("String");
  }

  @Test
  void aVariableIsSetForLibrariesUnlessItHasAValue() throws Throwable {
    NativeEnvironment.setIfAbsent("PENSTOCK_TEST_VARIABLE", "four");
    NativeEnvironment.setIfAbsent("PENSTOCK_TEST_VARIABLE", "something else");
    assertThat(length("PENSTOCK_TEST_VARIABLE")).isEqualTo(4);
  }

  @Test
  void aVariableThatIsNoNameIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NativeEnvironment.setIfAbsent("A=B", "x"))
        .withMessage("not the name of a variable: 'A=B'");
  }

  @Test
  void signalActionsAreAsTheyWereOnceTheyAreRestored() throws Throwable {
    MethodHandle signal =
        SharedLibrary.open("libc.so.6")
            .function("signal", methodType(long.class, int.class, long.class))
            .orElseThrow();
    SignalActions saved = SignalActions.save();
    long before = (long) signal.invokeExact(SIGHUP, IGNORE);
    long other = before == IGNORE ? DEFAULT : IGNORE; // ignored already: nohup(1)
    long _ = (long) signal.invokeExact(SIGHUP, other);
    saved.restore();
    assertThat((long) signal.invokeExact(SIGHUP, other)).isEqualTo(before).isNotEqualTo(other);
    saved.restore();
  }

  private static long length(String variable) throws Throwable {
    SharedLibrary library = SharedLibrary.open("libc.so.6");
    MethodHandle getenv =
        library.function("getenv", methodType(long.class, long.class)).orElseThrow();
    MethodHandle strlen =
        library.function("strlen", methodType(long.class, long.class)).orElseThrow();
    try (Arena arena = Arena.ofConfined()) {
      long value = (long) getenv.invokeExact(arena.allocateFrom(variable).address());
      return (long) strlen.invokeExact(value);
    }
  }
}
