package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Pools and leases where nobody has allowed Penstock to call C, and what is not allowed is
/// forbidden: slower, and as safe.
class LeasesWithoutNativeAccessTest {
  @Test
  void theContractHoldsAllTheSame() throws IOException {
    List<String> options =
        List.of(
            "--illegal-native-access=deny",
            "-cp",
            System.getProperty("java.class.path"),
            "--add-reads",
            "io.penstock=ALL-UNNAMED");
    try (ChildJvm child = ChildJvm.startModule(options, ContractWithoutNativeAccess.class)) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child::errors).isZero();
      assertThat(said).startsWith("native access: false").hasSizeGreaterThan(200);
      assertThat(said.subList(1, said.size())).allMatch(line -> line.startsWith("ok: "));
    }
  }
}
