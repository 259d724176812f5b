package io.penstock.evaluate.run;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The process of an exercise in Java.
///
/// | told | does | answers |
/// |---|---|---|
/// | `prepare TASK` | makes the exercise ready | `ready`, `absent WHY` |
/// | `arm SALT` | fills sources, spoils targets | `armed` |
/// | `run` | times one batch | `did AMOUNT OPERATIONS`, see [Reading] |
/// | `verify SALT` | looks at what it did | `verified`, `wrong WHERE` |
/// | `quit` | ends | |
///
/// The answer to anything that failed is `error WHY`.
public final class DrillWorker implements Service.Duties {
  private final Exercise exercise;
  private Exercise.@Nullable Session session;

  private DrillWorker(Exercise exercise) {
    this.exercise = exercise;
  }

  /// Serves until told to quit or the input ends.
  ///
  /// @param arguments where the exercise is found
  public static void main(String[] arguments) throws Exception {
    Service.serve(arguments, Exercise.class, DrillWorker::new);
  }

  @Override
  public void prepare(String words) throws Exception {
    leave();
    session = exercise.prepare(DrillText.read(words));
  }

  @Override
  public void leave() throws IOException {
    if (session != null) {
      Exercise.Session left = session;
      session = null;
      left.close();
    }
  }

  @Override
  public void arm(long salt) throws Exception {
    prepared().arm(salt);
  }

  @Override
  public String run() throws Exception {
    Reading reading = prepared().run();
    return "did " + reading.amount() + " " + reading.operations();
  }

  @Override
  public Optional<String> difference(long salt) throws Exception {
    return prepared().fault(salt);
  }

  private Exercise.Session prepared() {
    return Objects.requireNonNull(session, "nothing was prepared");
  }
}
