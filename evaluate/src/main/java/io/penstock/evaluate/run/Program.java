package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.MpiInstallation;
import java.util.List;

/// The program of a contestant: anything that speaks the protocol that [Worker] describes.
public sealed interface Program {
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
  record Jvm(Way way, List<String> options, List<String> classPath) implements Program {
    public Jvm {
      options = List.copyOf(options);
      classPath = List.copyOf(classPath);
    }
  }

  /// An executable or a script.
  ///
  /// @param command to start it with
  record Native(List<String> command) implements Program {
    public Native {
      command = List.copyOf(command);
    }
  }

  /// A program whose processes are the ranks of one job, started by MPI's own launcher, in the
  /// order of their ranks.
  ///
  /// @param mpi whose launcher starts them
  /// @param program that each of them runs
  record Launched(MpiInstallation mpi, Program program) implements Program {
    /// @throws IllegalArgumentException if the program is launched itself
    public Launched {
      if (program instanceof Launched) {
        throw new IllegalArgumentException("a rank is no launcher");
      }
    }

    @Override
    public Program ofEach() {
      return program;
    }
  }

  /// A way in Java whose workers are the ranks of one job of Penstock's own, without any MPI.
  ///
  /// @param transport that connects them
  /// @param program that each of them runs
  record Connected(Transport transport, Jvm program) implements Program {
    @Override
    public Program ofEach() {
      return program;
    }
  }

  /// The connection of the ranks of a job of Penstock's own.
  enum Transport {
    /// Of threads of one JVM.
    THREADS,
    /// Of JVMs.
    TCP
  }

  /// A program whose process is started anew for each run and is not warmed up: what a program gets
  /// that does its work once and ends.
  ///
  /// @param program that each run starts
  record Anew(Program program) implements Program {
    /// @throws IllegalArgumentException if the program is one of a job or started anew itself
    public Anew {
      if (program instanceof Launched || program instanceof Anew) {
        throw new IllegalArgumentException("cannot be started anew: " + program);
      }
    }

    @Override
    public Program ofEach() {
      return program;
    }
  }

  /// A program that this machine cannot have.
  ///
  /// @param reason what is missing, in one line
  record Missing(String reason) implements Program {}

  /// What each of its processes runs, whoever starts them.
  default Program ofEach() {
    return this;
  }

  /// A way in Java in a JVM without further options.
  static Program of(Way way) {
    return new Jvm(way, List.of(), List.of());
  }
}
