package io.penstock.message.tcp;

import io.penstock.message.launch.Contact;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;

/// A job whose ranks are threads of this JVM and yet meet over TCP on the loopback address.
public final class LoopbackJob implements AutoCloseable {
  private final int size;
  private final Coordinator coordinator;

  /// A job of `size` ranks, with a coordinator of its own.
  public LoopbackJob(int size) {
    this.size = size;
    try {
      this.coordinator =
          Coordinator.open(size, InetAddress.getLoopbackAddress(), System.err::println);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The meshes of a new job, one for each rank, by rank.
  public static List<Mesh> meshes(int size) {
    try (LoopbackJob job = new LoopbackJob(size)) {
      return job.ranks(Mesh::join);
    }
  }

  /// Has each rank do `body` in a thread of its own, and returns what they came to, by rank.
  ///
  /// @throws AssertionError if one throws, with its exception as the cause
  public <T> List<T> ranks(Function<JobDescription, T> body) {
    List<Callable<T>> bodies =
        IntStream.range(0, size)
            .mapToObj(this::description)
            .map(description -> (Callable<T>) () -> body.apply(description))
            .toList();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<T> results = new ArrayList<>();
      for (Future<T> future : threads.invokeAll(bodies)) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError("a rank failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /// What a rank is told.
  public JobDescription description(int rank) {
    return description(rank, coordinator.contact());
  }

  JobDescription description(int rank, Contact contact) {
    return new JobDescription(coordinator.job(), "tcp", rank, size, contact);
  }

  Coordinator coordinator() {
    return coordinator;
  }

  @Override
  public void close() {
    coordinator.close();
  }
}
