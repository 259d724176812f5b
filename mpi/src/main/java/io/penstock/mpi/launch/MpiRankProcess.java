package io.penstock.mpi.launch;

import io.penstock.message.MessageException;
import io.penstock.message.launch.Ending;
import io.penstock.message.launch.JoinedOutput;
import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.LifelineReader;
import io.penstock.message.launch.MainMethod;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.library.LaunchedRank;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The entry of a process that is one rank of an MPI job: it redirects the output, starts MPI, and
/// runs the user's program.
///
/// MPI is started before the program, because MPICH's launcher lets the other ranks go on for ever
/// when a rank fails that has not started MPI.
public final class MpiRankProcess {
  /// Precedes each word of the user's program: for MPI's launchers a colon alone begins another
  /// program, wherever it stands.
  private static final String SHIELD = "=";

  private MpiRankProcess() {}

  /// The user's arguments as they are to be passed to [#main], so that a launcher of MPI leaves
  /// them alone.
  public static List<String> words(List<String> arguments) {
    return arguments.stream().map(argument -> SHIELD + argument).toList();
  }

  /// What [#words] was given, without the first of `words`.
  private static String[] arguments(String[] words) {
    return Arrays.stream(words)
        .skip(1)
        .map(word -> word.substring(SHIELD.length()))
        .toArray(String[]::new);
  }

  /// Runs the user's program as this process's rank.
  ///
  /// @param arguments the user's main class, and what it is passed, by [#words]; the environment
  ///   says the rest
  /// @throws Throwable what the user's program throws, so that the JVM ends as it would without us
  public static void main(String[] arguments) throws Throwable {
    MainMethod program;
    try {
      LaunchedRank launched = LaunchedRank.of(System.getenv()).orElseThrow(MpiRankProcess::noRank);
      redirectOutput(launched.rank(), System.getenv(RankConnection.SOCKET));
      if (launched.rank() != 0) {
        System.setIn(InputStream.nullInputStream()); // MPICH's launcher gives a pipe without end
      }
      program = MainMethod.of(arguments[0], ClassLoader.getSystemClassLoader());
      Mpi.start();
    } catch (LaunchException | MessageException | IllegalArgumentException e) {
      System.err.println("penstock: " + e.getMessage());
      System.exit(1);
      return;
    }
    program.run(arguments(arguments));
  }

  private static LaunchException noRank() {
    return new LaunchException(
        "this process",
        "its launcher left no rank in the environment",
        "use a launcher of MPI, such as mpiexec");
  }

  /// Sets the standard output and error of this JVM.
  ///
  /// MPI's launchers mix the lines of ranks that print much at once. Thus a rank on the machine of
  /// `penstock run` prints over a connection of its own, and ends when that is gone. One on another
  /// machine, where the socket's file is missing, prints to MPI's launcher, and sets its label
  /// before each line itself.
  ///
  /// @param socket where `penstock run` listens; null if it does not
  private static void redirectOutput(int rank, @Nullable String socket) {
    if (socket == null || !connect(rank, Path.of(socket))) {
      System.setOut(labelled(rank, FileDescriptor.out, System.out));
      System.setErr(labelled(rank, FileDescriptor.err, System.err));
    }
  }

  private static boolean connect(int rank, Path socket) {
    try {
      SocketChannel lifeline = new RankConnection(rank, RankConnection.LIFELINE).open(socket);
      OutputStream out = new SocketOutput(socket, new RankConnection(rank, RankConnection.OUTPUT));
      OutputStream err = new SocketOutput(socket, new RankConnection(rank, RankConnection.ERRORS));
      System.setOut(new PrintStream(out, true, System.out.charset()));
      System.setErr(new PrintStream(err, true, System.err.charset()));
      Thread.ofPlatform().daemon().name("penstock-lifeline").start(() -> hold(lifeline));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void hold(SocketChannel lifeline) {
    try (lifeline) {
      LifelineReader.read(lifeline, _ -> {}); // nothing is ever said
    } catch (IOException e) {
      // Broken is as good as ended.
    }
    Ending.orphaned("the launcher is gone");
  }

  private static PrintStream labelled(int rank, FileDescriptor file, PrintStream standard) {
    JoinedOutput lines = new JoinedOutput(new FileOutputStream(file));
    OutputStream labelled = lines.source(rank, false);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> finish(labelled)));
    return new PrintStream(labelled, true, standard.charset());
  }

  private static void finish(OutputStream labelled) {
    try {
      labelled.close();
    } catch (IOException e) {
      // The reader has left; the process is ending for that reason or another.
    }
  }

  /// One of a rank's output streams, over a connection of its own.
  ///
  /// Interrupting a thread closes the channel that it is writing to. A program's output must not
  /// end so: the connection is made anew, and the rest of the bytes follows.
  private static final class SocketOutput extends OutputStream {
    private final Path socket;
    private final RankConnection connection;
    private SocketChannel channel;

    /// @throws IOException if nobody listens at the socket
    SocketOutput(Path socket, RankConnection connection) throws IOException {
      this.socket = socket;
      this.connection = connection;
      this.channel = connection.open(socket);
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) throws IOException {
      ByteBuffer rest = ByteBuffer.wrap(bytes, from, count);
      boolean interrupted = Thread.interrupted();
      try {
        while (rest.hasRemaining()) {
          try {
            if (!channel.isOpen()) {
              channel = connection.open(socket);
            }
            channel.write(rest);
          } catch (ClosedByInterruptException e) { // as it writes, or connects
            interrupted = Thread.interrupted() || interrupted;
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
