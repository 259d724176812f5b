package io.penstock.message.threads;

import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.Transport;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.RankContext;
import java.util.Locale;
import java.util.Optional;

/// Ranks that are threads of one JVM, and the world of one rank where no job was started.
public final class ThreadsTransport implements Transport {
  static final String NAME = "threads";

  /// For [java.util.ServiceLoader].
  public ThreadsTransport() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String toString() {
    return "transport " + name();
  }

  @Override
  public Optional<String> calling() {
    return JobDescription.current()
        .filter(job -> job.transport().equals(NAME))
        .map(
            job ->
                String.format(
                    Locale.ROOT, "started as thread %d of %d of this JVM", job.rank(), job.size()));
  }

  /// Where [#calling] has no answer: a world of one rank, a new one each time.
  ///
  /// @throws MessageException if the job is one of another transport
  @Override
  public Communicator world() {
    return JobDescription.current().map(ThreadsTransport::join).orElseGet(ThreadsJob::ofOne);
  }

  private static Communicator join(JobDescription description) {
    if (!description.transport().equals(NAME)) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "the job asks for the transport '%s', which is not on the module path",
              description.transport()));
    }
    if (RankContext.current().isEmpty()) {
      throw new MessageException(
          "PENSTOCK_TRANSPORT says threads, but this JVM was not told to run any as ranks: use penstock run or RankThreads");
    }
    return ThreadsJob.join(description);
  }
}
