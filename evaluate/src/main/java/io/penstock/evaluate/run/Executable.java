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

  /// A program whose processes are the ranks of one job, started by MPI's own launcher, in the
  /// order of their ranks.
  ///
  /// @param mpi whose launcher starts them
  /// @param program that each of them runs
  record Launched(MpiInstallation mpi, Executable program) implements Executable {
    /// @throws IllegalArgumentException if the program is launched itself
    public Launched {
      if (program instanceof Launched) {
        throw new IllegalArgumentException("a rank is no launcher");
      }
    }

    @Override
    public Executable ofEach() {
      return program;
    }
  }

  /// A way in Java whose workers are the ranks of one job of Penstock's own, without any MPI.
  ///
  /// @param transport that connects them: [#THREADS] or [#TCP]
  /// @param program that each of them runs
  record Connected(String transport, Jvm program) implements Executable {
    /// Ranks that are threads of one JVM.
    public static final String THREADS = "threads";

    /// Ranks that are JVMs.
    public static final String TCP = "tcp";

    @Override
    public Executable ofEach() {
      return program;
    }
  }

  /// A program whose process is started anew for each run and is not warmed up: what a program gets
  /// that does its work once and ends.
  ///
  /// @param program that each run starts
  record Anew(Executable program) implements Executable {
    /// @throws IllegalArgumentException if the program is one of a job or started anew itself
    public Anew {
      if (program instanceof Launched || program instanceof Anew) {
        throw new IllegalArgumentException("cannot be started anew: " + program);
      }
    }

    @Override
    public Executable ofEach() {
      return program;
    }
  }

  /// A program that this machine cannot have.
  ///
  /// @param reason what is missing, in one line
  record Missing(String reason) implements Executable {}

  /// What each of its processes runs, whoever starts them.
  default Executable ofEach() {
    return this;
  }

  /// A way in Java in a JVM without further options.
  static Executable of(Way way) {
    return new Jvm(way, List.of(), List.of());
  }
}
