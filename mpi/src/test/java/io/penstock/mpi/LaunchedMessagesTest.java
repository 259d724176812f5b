package io.penstock.mpi;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// The contract suites of communicators.
class LaunchedMessagesTest extends LaunchedContract {
  private static final List<String> SUITES =
      List.of(
          "io.penstock.message.PointToPointContractTest",
          "io.penstock.message.MatchingContractTest",
          "io.penstock.message.RequestContractTest",
          "io.penstock.message.ThreadMultipleContractTest",
          "io.penstock.message.DepartureContractTest",
          "io.penstock.message.ReplaceContractTest",
          "io.penstock.message.MatchedProbeContractTest",
          "io.penstock.message.PersistentContractTest",
          "io.penstock.message.ObjectCollectiveContractTest",
          "io.penstock.message.NonblockingCollectiveContractTest",
          "io.penstock.message.HostContractTest",
          "io.penstock.message.WindowContractTest",
          "io.penstock.message.WindowAccumulateContractTest",
          "io.penstock.message.WindowEpochContractTest",
          "io.penstock.message.WindowFaultContractTest",
          "io.penstock.message.WindowStormTest",
          "io.penstock.message.SharedWindowContractTest",
          "io.penstock.message.GroupContractTest",
          "io.penstock.message.IntercommunicatorContractTest",
          "io.penstock.message.IntercommunicatorCollectiveContractTest",
          "io.penstock.message.CollectiveContractTest",
          "io.penstock.message.ReductionContractTest",
          "io.penstock.message.CollectiveMismatchContractTest",
          "io.penstock.message.BooleanContractTest",
          "io.penstock.message.TileContractTest",
          "io.penstock.message.ExchangeContractTest",
          "io.penstock.message.NeighbourContractTest",
          "io.penstock.message.RankGridContractTest");

  @TestFactory
  Stream<DynamicNode> communicators() {
    return Stream.of(MpiInstallation.OPEN_MPI, MpiInstallation.STANDARD).map(this::suites);
  }

  /// The same code as that of the standard ABI, in an older version with handles of its own.
  @Tag("long")
  @TestFactory
  Stream<DynamicNode> communicatorsOverMpich() {
    return Stream.of(MpiInstallation.MPICH).map(this::suites);
  }

  private DynamicNode suites(MpiInstallation one) {
    return container(one.name(), one, SUITES, TWO_PHASE);
  }
}
