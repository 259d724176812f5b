package io.penstock.message;

import io.penstock.message.threads.RankThreads;
import io.penstock.testing.LaunchedRanks;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;

/// Runs the body at this rank, while the other ranks of the launched job do the same.
final class LaunchedJob implements TestJob {
  private final LaunchedRanks launched;

  LaunchedJob(LaunchedRanks launched) {
    this.launched = launched;
  }

  @Override
  public void run(int ranks, RankThreads.Body body) {
    Optional<Communicator> world = launched.open(ranks);
    Optional<Throwable> failure = world.flatMap(mine -> run(mine, body));
    List<RankFailedException> failures = exchange(failure);
    if (!failures.isEmpty()) {
      throw first(failures);
    }
  }

  /// In a thread of its own, which a rank has wherever ranks are threads.
  private Optional<Throwable> run(Communicator world, RankThreads.Body body) {
    FutureTask<Optional<Throwable>> task = new FutureTask<>(() -> attempt(world, body));
    try {
      Thread.ofPlatform().name("rank-" + world.rank()).start(task);
      return task.get();
    } catch (Exception e) {
      throw new AssertionError("the rank's thread failed", e);
    }
  }

  private Optional<Throwable> attempt(Communicator world, RankThreads.Body body) {
    Optional<Throwable> failure = Optional.empty();
    try {
      body.run(world);
      world.close();
    } catch (Throwable e) {
      failure = Optional.of(e);
    }
    launched.end(failure);
    return failure;
  }

  private List<RankFailedException> exchange(Optional<Throwable> mine) {
    Communicator all = launched.all();
    byte[] own = mine.map(LaunchedJob::written).orElse(new byte[0]);
    long[] lengths = new long[all.size()];
    all.allGather(new long[] {own.length}, lengths);
    Shares shares = Shares.of(lengths);
    byte[] texts = new byte[(int) shares.end()];
    all.allGather(own, texts, shares);
    List<RankFailedException> failures = new ArrayList<>();
    for (int rank = 0; rank < all.size(); rank++) {
      if (lengths[rank] > 0) {
        Throwable why = read(texts, (int) shares.displacement(rank), (int) shares.count(rank));
        failures.add(new RankFailedException(rank, "rank %d failed: %s".formatted(rank, why), why));
      }
    }
    return failures;
  }

  private static RankFailedException first(List<RankFailedException> failures) {
    RankFailedException first =
        failures.stream().filter(e -> !isConsequence(e)).findFirst().orElse(failures.getFirst());
    failures.stream()
        .filter(e -> !e.equals(first) && !isConsequence(e))
        .forEach(first::addSuppressed);
    return first;
  }

  private static boolean isConsequence(RankFailedException e) {
    return e.getCause() instanceof RankFailedException;
  }

  private static byte[] written(Throwable e) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(e);
    } catch (IOException unwritable) {
      return written(new AssertionError(e + " (cannot be sent: " + unwritable + ")"));
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings("BanSerializableRead") // from the other ranks of a test
  private static Throwable read(byte[] texts, int from, int length) {
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(texts, from, length))) {
      return (Throwable) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new AssertionError("all ranks have the same classes", e);
    }
  }

  @Override
  public String toString() {
    return "launched";
  }
}
