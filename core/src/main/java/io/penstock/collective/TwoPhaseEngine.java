package io.penstock.collective;

import io.penstock.file.ArrayFile;
import io.penstock.message.Communicator;
import java.util.Optional;

/// Penstock's own way, over any communicator: two phases, in one of which ranks exchange elements
/// so that in the other each reads or writes one large stretch of the file.
///
/// The method is that of R. Thakur, W. Gropp and E. Lusk, "Data Sieving and Collective I/O in
/// ROMIO", 1999.
public final class TwoPhaseEngine implements SharedEngine {
  static final String NAME = "two-phase";

  /// For [java.util.ServiceLoader].
  public TwoPhaseEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> obstacle(Communicator ranks) {
    return Optional.empty();
  }

  @Override
  public SharedEngineFile open(Communicator ranks, ArrayFile file, Hints hints) {
    return new TwoPhaseFile(ranks, file, hints);
  }
}
