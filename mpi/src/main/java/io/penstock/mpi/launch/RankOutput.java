package io.penstock.mpi.launch;

import io.penstock.message.launch.Ending;
import io.penstock.message.launch.JoinedOutput;
import io.penstock.message.launch.LifelineReader;
import io.penstock.message.launch.RankLabel;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;

/// The standard output and error of this rank of an MPI job.
///
/// MPI's launchers mix the lines of ranks that print much at once. So a rank on the machine of
/// `penstock run` prints to it over a connection of its own, and ends when it is gone. One on
/// another machine prints to MPI's launcher, and sets its label before each line itself.
final class RankOutput {
  private RankOutput() {}

  /// Sets the standard output and error of this JVM.
  ///
  /// @param socket where `penstock run` listens, if it does
  static void install(int rank, Optional<Path> socket) {
    if (socket.isEmpty() || !connect(rank, socket.get())) {
      System.setOut(labelled(rank, FileDescriptor.out, System.out));
      System.setErr(labelled(rank, FileDescriptor.err, System.err));
    }
  }

  // The file is missing on other machines.
  private static boolean connect(int rank, Path socket) {
    try {
      SocketChannel lifeline = new RankConnection(rank, RankStream.LIFELINE).open(socket);
      OutputStream out = new SocketOutput(socket, new RankConnection(rank, RankStream.OUTPUT));
      OutputStream err = new SocketOutput(socket, new RankConnection(rank, RankStream.ERRORS));
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
    OutputStream labelled = lines.source(RankLabel.plain(rank));
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
}
