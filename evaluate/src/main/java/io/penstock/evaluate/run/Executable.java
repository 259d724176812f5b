package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.MpiInstallation;
import java.util.List;

/// A program that a worker process runs: it speaks the protocol that [WorkerMain] describes.
public sealed interface Executable {
  /// Java code that does a work: an [Approach] to a work on a file, or an [Exercise] for a drill.
  ///
  /// Ways are written where their experiment is defined, as lambdas or method references mostly. A
  /// worker process finds its way again by the experiment's id and the approach's name.
  sealed interface Way permits Approach, Exercise {}

  /// A way in Java in a JVM of its own, with the classes of this one.
  ///
  /// @param way that its worker looks up in the table of experiments
  /// @param options for the JVM, besides those that every worker gets
  /// @param classPath besides that of every worker
  record Jvm(Way way, List<String> options, List<String> classPath) implements Executable {
    public Jvm {
      options = List.copyOf(options);
      classPath = List.copyOf(classPath);
    }
  }

  /// An executable or a script.
  ///
  /// @param command to start it with
  record Native(List<String> command) implements Executable {
    public Native {
      command = List.copyOf(command);
    }
  }

  /// A program whose processes are the ranks of one job that MPI's own launcher starts, in the
  /// order of their ranks.
  ///
  /// @param mpi whose launcher starts them
  /// @param program that each of them runs
  record Launched(MpiInstallation mpi, Executable program) implements Executable {
    /// @throws IllegalArgumentException if a program is to be started in another way too
    public Launched {
      checkEach("mpi", program);
    }
  }

  /// A program whose processes are started in a way of Penstock's own, and not just one by one and
  /// kept.
  ///
  /// @param how [#THREADS], [#TCP] or [#ANEW]
  /// @param program that each of them runs
  record Started(String how, Executable program) implements Executable {
    /// The ranks of one job of Penstock's own, which are threads of one JVM.
    public static final String THREADS = "threads";

    /// The ranks of one job of Penstock's own, which are JVMs.
    public static final String TCP = "tcp";

    /// A process that is started anew for each run and is not warmed up: what a program gets that
    /// does its work once and ends.
    public static final String ANEW = "anew";

    /// @throws IllegalArgumentException if a program of a job or one started anew is to be started
    ///   in another way, or a program that is no Java is to be a rank of Penstock's own
    public Started {
      checkEach(how, program);
      if (!how.equals(ANEW) && !(program instanceof Jvm)) {
        throw new IllegalArgumentException("cannot be started by " + how + ": " + program);
      }
    }
  }

  /// A program that this machine cannot have.
  ///
  /// @param reason what is missing, in one line
  record Missing(String reason) implements Executable {}

  /// What each of its processes runs, whoever starts them.
  default Executable ofEach() {
    return switch (this) {
      case Launched(_, Executable program) -> program;
      case Started(_, Executable program) -> program;
      default -> this;
    };
  }

  /// Whether its processes are started in this way.
  default boolean isStarted(String how) {
    return this instanceof Started started && started.how().equals(how);
  }

  /// Whether its processes are the ranks of one job.
  default boolean isJob() {
    return this instanceof Launched || (this instanceof Started && !isStarted(Started.ANEW));
  }

  /// A way in Java in a JVM without further options.
  static Executable of(Way way) {
    return new Jvm(way, List.of(), List.of());
  }

  private static void checkEach(String how, Executable program) {
    if (program instanceof Launched || program instanceof Started) {
      throw new IllegalArgumentException("cannot be started by " + how + ": " + program);
    }
  }
}
