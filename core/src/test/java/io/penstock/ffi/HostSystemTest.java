package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The systems whose C functions are called, and those whose are not.
class HostSystemTest {
  @ParameterizedTest
  @CsvSource({"Linux, amd64", "Linux, aarch64", "Mac OS X, aarch64", "Mac OS X, x86_64"})
  void functionsAreCalledOnLinuxAndMacOs(String name, String architecture) {
    assertThat(HostSystem.obstacle(name, architecture, Long.BYTES)).isEmpty();
  }

  @Test
  void othersAreRefusedByName() {
    assertThat(HostSystem.obstacle("Windows 11", "amd64", Long.BYTES))
        .contains("native engines are for 64-bit Linux and macOS, this is Windows 11 amd64");
    assertThat(HostSystem.obstacle("Linux", "arm", Integer.BYTES)).isPresent();
    assertThat(HostSystem.obstacle("Mac OS X", "ppc64", Long.BYTES)).isPresent();
  }
}
