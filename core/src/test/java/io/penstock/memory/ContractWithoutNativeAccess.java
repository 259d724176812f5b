package io.penstock.memory;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/// A program that runs the contract suites in a JVM that denies native access, and says what came
/// of each.
final class ContractWithoutNativeAccess {
  private ContractWithoutNativeAccess() {}

  /// Prints `ok`, or the failure, for each test.
  public static void main(String[] arguments) throws ReflectiveOperationException {
    System.out.println("native access: " + Confinement.canLift());
    for (PoolCase each : PoolCase.withoutNativeAccess().toList()) {
      runAll(BufferPoolContractTest.class, BufferPoolContractTest::new, each);
      runAll(LeaseContractTest.class, LeaseContractTest::new, each);
      runAll(SharedLeaseContractTest.class, SharedLeaseContractTest::new, each);
    }
  }

  private static <T> void runAll(Class<T> suite, Function<PoolCase, T> maker, PoolCase each)
      throws ReflectiveOperationException {
    for (Method method : List.of(suite.getDeclaredMethods())) {
      if (method.isAnnotationPresent(Test.class)) {
        System.out.println(
            outcome(maker.apply(each), method) + ": " + each + ", " + method.getName());
      }
    }
  }

  private static String outcome(Object suite, Method method) throws ReflectiveOperationException {
    try {
      method.invoke(suite);
      switch (suite) {
        case LeaseContractTest leases -> leases.nothingIsLeftBehind();
        case SharedLeaseContractTest leases -> leases.nothingIsLeftBehind();
        default -> {}
      }
      return "ok";
    } catch (AssertionError e) {
      return e.toString();
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof TestAbortedException ? "ok" : String.valueOf(e.getCause());
    }
  }
}
