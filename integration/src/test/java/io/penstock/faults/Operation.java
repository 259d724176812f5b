package io.penstock.faults;

import io.penstock.memory.PoolExhaustedException;
import io.penstock.message.MessageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;

/// An operation on files of one folder, with the checks of its success and of its failure.
///
/// @param name without a slash
/// @param prepare makes what is there before
/// @param act does it; wrong data that it is given is an [AssertionError]
/// @param done checks, after a success, that everything is there
/// @param refused checks, after an error, that what was there before has come to no harm
/// @param sockets whether calls on sockets belong to it
/// @param job the processes that it takes
public record Operation(
    String name, Step prepare, Step act, Step done, Step refused, boolean sockets, RankJob job) {
  /// Something that is done to a folder.
  public interface Step {
    void take(Path folder) throws Exception;
  }

  private static final Step NOTHING = _ -> {};

  /// One that needs nothing before and checks what it does itself.
  static Operation of(String name, Step act) {
    return new Operation(name, NOTHING, act, NOTHING, NOTHING, false, RankJob.ALONE);
  }

  Operation on(Step prepared) {
    return new Operation(name, prepared, act, done, refused, sockets, job);
  }

  Operation leaving(Step checked) {
    return new Operation(name, prepare, act, checked, refused, sockets, job);
  }

  Operation orElse(Step checked) {
    return new Operation(name, prepare, act, done, checked, sockets, job);
  }

  Operation withSockets() {
    return new Operation(name, prepare, act, done, refused, true, job);
  }

  Operation by(RankJob processes) {
    return new Operation(name, prepare, act, done, refused, sockets, processes);
  }

  /// Errors of files, and those that the contracts of pools, batches and ranks name.
  public static boolean isDocumented(Throwable e) {
    return e instanceof IOException
        || e instanceof UncheckedIOException
        || e instanceof CompletionException
        || e instanceof PoolExhaustedException
        || e instanceof MessageException;
  }
}
