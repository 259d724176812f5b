package io.penstock.mpi.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.ffi.SharedLibrary;
import io.penstock.message.MessageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is looked for, in which order, and what is said where nothing is found.
class LibrarySearchTest {
  private static final Map<String, String> HYDRA =
      Map.of("PMI_RANK", "0", "PMI_SIZE", "2", "MPI_LOCALRANKID", "0");

  private final List<String> tried = new ArrayList<>();

  @Test
  void withoutALauncherAllNamesAreTried() {
    assertThatThrownBy(() -> search(Map.of()).find())
        .isInstanceOf(MessageException.class)
        .hasMessageStartingWith("no MPI library can be loaded: libmpi.so.40: not there; ")
        .hasMessageEndingWith(
            "install one (Debian: apt install libopenmpi3, or libmpich12), or name its file in PENSTOCK_MPI_LIBRARY");
    assertThat(tried)
        .startsWith("libmpi.so.40", "libmpich.so.12", "libmpi.so.12", "libmpi_abi.so.1");
  }

  @Test
  void underALauncherOnlyLibrariesOfItsFamilyAreTried() {
    assertThatThrownBy(() -> search(HYDRA).find())
        .isInstanceOf(MessageException.class)
        .hasMessageStartingWith(
            "this process was started by a launcher of MPICH's family as rank 0 of 2 (PMI_RANK), and none of its MPI libraries can be loaded: libmpich.so.12: not there; ")
        .hasMessageContaining("install MPICH");
    assertThat(tried).isNotEmpty().noneMatch(name -> name.contains("libmpi.so.40"));
  }

  @Test
  void whatTheUserNamesIsTriedAlone() {
    Map<String, String> environment =
        Map.of("PENSTOCK_MPI_LIBRARY", "/no/such.so", "PMI_RANK", "0", "PMI_SIZE", "2");
    assertThatThrownBy(() -> search(environment).find())
        .isInstanceOf(MessageException.class)
        .hasMessage(
            "PENSTOCK_MPI_LIBRARY names '/no/such.so' as the MPI library, which cannot be used: /no/such.so: not there; name its file, or a name that the system's loader finds, such as libmpi.so.40");
    assertThat(tried).containsExactly("/no/such.so");
  }

  @Test
  void anEmptySettingIsNone() {
    assertThatThrownBy(() -> search(Map.of("PENSTOCK_MPI_LIBRARY", " ")).find())
        .hasMessageStartingWith("no MPI library can be loaded: ");
  }

  @Test
  void thePropertyCountsMoreThanTheVariable() {
    System.setProperty("penstock.mpi.library", "/none.so");
    try {
      assertThatThrownBy(() -> search(Map.of("PENSTOCK_MPI_LIBRARY", "/no/such.so")).find())
          .hasMessageStartingWith("the system property penstock.mpi.library names '/none.so'");
    } finally {
      System.clearProperty("penstock.mpi.library");
    }
  }

  private LibrarySearch search(Map<String, String> environment) {
    LaunchedRank launched = LaunchedRank.of(environment).orElse(null);
    return new LibrarySearch(environment, launched, this::refuse);
  }

  private SharedLibrary refuse(String name) throws IOException {
    tried.add(name);
    throw new IOException(name + ": not there");
  }
}
