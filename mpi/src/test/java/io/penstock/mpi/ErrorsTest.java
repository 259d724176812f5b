package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What MPI or the binding refuses is an exception that says what, where and why, with any library.
class ErrorsTest {
  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void anErrorOfMpiIsAnExceptionWithItsClassAndText(MpiInstallation installation) {
    Map<String, String> said = said(installation);
    assertThat(said.get("rank"))
        .startsWith("RANK SEND | rank 0: MPI_Send failed with MPI_ERR_RANK: ")
        .containsIgnoringCase("invalid rank");
    assertThat(said.get("tag"))
        .startsWith("TAG ISEND | rank 0: MPI_Isend failed with MPI_ERR_TAG: ");
    assertThat(said.get("count"))
        .startsWith("COUNT BCAST | rank 0: MPI_Bcast failed with MPI_ERR_COUNT: ");
    assertThat(said.get("self"))
        .startsWith("ROOT BCAST | rank 0: MPI_Bcast failed with MPI_ERR_ROOT: ");
    assertThat(said.get("file"))
        .startsWith("NO_SUCH_FILE FILE_OPEN | rank 0: MPI_File_open failed with ");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void argumentsThatNoFunctionTakesAreRefusedBeforeTheCall(MpiInstallation installation) {
    Map<String, String> said = said(installation);
    assertThat(said.get("few"))
        .isEqualTo("IllegalArgumentException | MPI_Barrier takes arguments numbering 1, not 0");
    assertThat(said.get("wide"))
        .isEqualTo(
            "IllegalArgumentException | MPI_Bcast takes an int as its argument 4, which 1099511627776 does not fit");
  }

  @Test
  void whatAnOlderLibraryLacksIsNamedWhenItIsCalled() {
    Map<String, String> said = said(MpiInstallation.OPEN_MPI);
    assertThat(said.get("large"))
        .startsWith("UnsupportedOperationException | Open MPI v4")
        .endsWith(
            "has no function MPI_Bcast_c, which a count above 2147483647 needs: use a derived datatype");
    assertThat(said.get("missing"))
        .startsWith("UnsupportedOperationException | Open MPI v4")
        .endsWith("has no function MPI_Type_size_c: use a newer MPI library");
  }

  @Test
  void aCountThatFitsNoIntGoesToTheFunctionForLargeOnes() {
    assertThat(said(MpiInstallation.STANDARD).get("large"))
        .startsWith("ROOT BCAST | ")
        .contains("count=8589934592");
  }

  private static Map<String, String> said(MpiInstallation installation) {
    Outcome outcome = MpiLaunch.by(installation, 1).run(Errors.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    return outcome
        .out()
        .lines()
        .map(line -> line.split(": ", 2))
        .collect(Collectors.toMap(words -> words[0], words -> words[1]));
  }
}
