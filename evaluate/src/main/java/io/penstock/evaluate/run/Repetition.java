package io.penstock.evaluate.run;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/// A session that repeats one operation, with what is done before and after it, for what needs no
/// more state than these steps share.
///
/// @param arming of each run
/// @param batch that says how often the operation is repeated
/// @param operation that is timed
/// @param verdict on each run
/// @param closing of what was kept between runs
public record Repetition(
    Arming arming, Batch batch, Batch.Repeated operation, Verdict verdict, Closeable closing)
    implements Exercise.Session {
  /// A step before a run.
  @FunctionalInterface
  public interface Arming {
    /// Spoils what the run puts its data into.
    ///
    /// @param salt sets the data of one run apart from those of another
    /// @throws Exception if it fails
    void arm(long salt) throws Exception;
  }

  /// A step after a run.
  @FunctionalInterface
  public interface Verdict {
    /// Looks at what the run did.
    ///
    /// @return what is wrong with it, in one line
    /// @throws Exception if it fails
    Optional<String> fault(long salt) throws Exception;
  }

  /// A session that keeps nothing between runs.
  public Repetition(Arming arming, Batch batch, Batch.Repeated operation, Verdict verdict) {
    this(arming, batch, operation, verdict, () -> {});
  }

  @Override
  public void arm(long salt) throws Exception {
    arming.arm(salt);
  }

  @Override
  public Reading run() throws Exception {
    return batch.time(operation);
  }

  @Override
  public Optional<String> fault(long salt) throws Exception {
    return verdict.fault(salt);
  }

  @Override
  public void close() throws IOException {
    closing.close();
  }
}
