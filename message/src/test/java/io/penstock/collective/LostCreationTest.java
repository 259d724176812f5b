package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.message.Communicator;
import io.penstock.message.RankFailedException;
import io.penstock.message.threads.RankThreads;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A creation in the midst of which a rank is lost: the one that has made the file removes it.
@Timeout(60)
class LostCreationTest {
  private static final Set<String> STEPS = Set.of("allGather", "broadcast", "barrier");

  @TempDir Path folder;

  @Test
  void aRankThatIsLostAtAnyStepOfACreationLeavesNothingBehind() throws IOException {
    int step = 0;
    while (isLostAt(step)) {
      try (Stream<Path> left = Files.list(folder)) {
        assertThat(left).as("step %d", step).isEmpty();
      }
      step++;
    }
    assertThat(step).isGreaterThan(10);
  }

  /// @return whether rank 0 has not got the file open
  private boolean isLostAt(int step) {
    AtomicBoolean opened = new AtomicBoolean();
    try {
      RankThreads.run(
          2,
          world -> {
            Communicator mine = world.rank() == 0 ? world : new Losing(world, step).proxy();
            SharedArrayFile file =
                SharedArrayFile.create(
                    mine, folder.resolve("a.npy"), ElementType.INT, Shape.of(10));
            opened.set(opened.get() || world.rank() == 0);
            file.complete();
            file.close();
          });
    } catch (RankFailedException e) {
      assertThat(e).hasRootCauseInstanceOf(LostException.class);
    }
    return !opened.get();
  }

  /// The end of the rank.
  private static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /// A rank's communicator whose duplicate loses the rank at one of its collective operations.
  private static final class Losing implements InvocationHandler {
    private final Communicator ranks;
    private final int step;
    private int steps = -1;

    Losing(Communicator ranks, int step) {
      this.ranks = ranks;
      this.step = step;
    }

    Communicator proxy() {
      return (Communicator)
          Proxy.newProxyInstance(
              Communicator.class.getClassLoader(), new Class<?>[] {Communicator.class}, this);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("duplicate")) {
        Losing duplicate = new Losing(ranks.duplicate(), step);
        duplicate.steps = 0;
        return duplicate.proxy();
      }
      if (steps >= 0 && STEPS.contains(method.getName())) {
        if (steps == step) {
          throw new LostException();
        }
        steps++;
      }
      try {
        return method.invoke(ranks, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }
}
