package io.penstock.evaluate.messages;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The place where processes of MPJ Express tell each other on which ports they listen: what its
/// starter offers to those that it starts.
final class MpjPorts {
  private static final int PROCESSES = 2;

  private MpjPorts() {}

  /// Serves two processes once, in a thread of its own.
  ///
  /// @return the port
  static int serve() throws IOException {
    ServerSocket server = new ServerSocket(0, PROCESSES, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("mpj-ports").start(() -> exchange(server));
    return server.getLocalPort();
  }

  private static void exchange(ServerSocket server) {
    List<Socket> callers = new ArrayList<>();
    String[] entries = new String[PROCESSES];
    try (server) {
      while (callers.size() < PROCESSES) {
        Socket caller = server.accept();
        callers.add(caller);
        DataInputStream in = new DataInputStream(caller.getInputStream());
        String _ = in.readUTF();
        int writePort = in.readInt();
        int readPort = in.readInt();
        int rank = in.readInt();
        entries[rank] = String.format(Locale.ROOT, "localhost@%d@%d@%d", readPort, writePort, rank);
      }
      String all = "#Peer Information;" + String.join(";", entries);
      for (Socket caller : callers) {
        DataOutputStream out = new DataOutputStream(caller.getOutputStream());
        out.writeUTF(all);
        out.flush();
      }
    } catch (IOException e) {
      System.err.println("the processes of MPJ Express did not meet: " + e);
    }
  }
}
