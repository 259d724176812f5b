package io.penstock.mpi.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which libraries are believed when they say that they have written.
class ReportedWritesTest {
  @ParameterizedTest
  @CsvSource({
    "'Open MPI v4.1.4, package: Debian', , true",
    "'Open MPI v5.0.11', , true",
    "'Open MPI v6.0.0', , false",
    "'Open MPI v4.1.4', ompio, false",
    "'Open MPI v4.1.4', romio321, true",
    "'Open MPI v4.1.4', ^ompio, true",
    "'Open MPI v4.1.4', ^romio321, false",
    "'Open MPI v4.1.4', '', false",
    "'MPICH Version: 5.0.2', , true",
    "'MPICH Version: 5.0.2', ompio, true"
  })
  void openMpisOwnFilesAreNotBelieved(String version, String chosen, boolean believed) {
    assertThat(MpiIoFile.reportsTruly(version, chosen, null)).isEqualTo(believed);
  }

  @Test
  void whatTheUserSaysDecides() {
    assertThat(MpiIoFile.reportsTruly("MPICH", null, "true")).isFalse();
    assertThat(MpiIoFile.reportsTruly("Open MPI v6.0.0", null, "false")).isTrue();
  }
}
