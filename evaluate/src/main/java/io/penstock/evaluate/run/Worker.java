package io.penstock.evaluate.run;

import io.penstock.array.ElementType;
import io.penstock.file.FileEngines;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The process of an approach in Java.
///
/// | told | does | answers |
/// |---|---|---|
/// | `prepare TASK` | allocates the array, makes the approach ready | `ready`, `absent WHY` |
/// | `arm SALT` | fills the source or spoils the target | `armed` |
/// | `run` | moves | `ran START END`, nanoseconds of the monotonic clock |
/// | `verify SALT` | compares the target | `verified`, `wrong WHERE` |
/// | `quit` | ends | |
///
/// The answer to anything that failed is `error WHY`.
public final class Worker implements Service.Duties {
  /// The argument of a process that runs long: the library binds C functions before the first work,
  /// and not while it is measured.
  static final String BOUND = "bound";

  private final Approach approach;
  private @Nullable Task task;
  private @Nullable Object array;
  private @Nullable Move move;

  private Worker(Approach approach) {
    this.approach = approach;
  }

  /// Serves until told to quit or the input ends.
  ///
  /// @param arguments where the approach is found, and perhaps [#BOUND]
  public static void main(String[] arguments) throws Exception {
    if (List.of(arguments).contains(BOUND)) {
      FileEngines.bind();
    }
    Service.serve(arguments, Approach.class, Worker::new);
  }

  @Override
  public void prepare(String words) throws Exception {
    leave();
    Task next = TaskText.read(words);
    task = next;
    allocate(next.work().type(), Math.toIntExact(next.arrayElements()));
    move = approach.prepare(next, Objects.requireNonNull(array));
  }

  @Override
  public void leave() throws IOException {
    if (move != null) {
      Move left = move;
      move = null;
      left.close();
    }
  }

  private void allocate(ElementType type, int length) {
    if (array == null
        || array.getClass() != type.arrayClass()
        || Array.getLength(array) != length) {
      array = null; // so that two of them never need room at once
      array = Array.newInstance(type.arrayClass().componentType(), length);
    }
  }

  @Override
  public void arm(long salt) {
    if (prepared().work().operation() == Operation.READ) {
      contents().spoil(salt);
    } else {
      contents().fill(salt);
    }
  }

  @Override
  public String run() throws Exception {
    Move ready = Objects.requireNonNull(move, "nothing was prepared");
    ready.meet();
    long start = System.nanoTime();
    ready.run();
    long end = System.nanoTime();
    return "ran " + start + " " + end;
  }

  @Override
  public Optional<String> difference(long salt) {
    return contents().difference(salt);
  }

  private ArrayContents contents() {
    return new ArrayContents(prepared(), ElementType.segment(Objects.requireNonNull(array)));
  }

  private Task prepared() {
    return Objects.requireNonNull(task, "nothing was prepared");
  }
}
