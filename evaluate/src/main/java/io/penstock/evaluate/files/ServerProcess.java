package io.penstock.evaluate.files;

import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Commands;
import io.penstock.file.Publication;
import io.penstock.tree.cache.FileCache;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/// A server of files over HTTP, a process of its own that listens to this machine alone.
///
/// @param process of the server
/// @param port where it listens
record ServerProcess(Process process, int port) implements AutoCloseable {
  private static final String NGINX = "nginx";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration STEP = Duration.ofMillis(20);

  /// nginx with one worker.
  ///
  /// @param scratch a folder of the server's own
  /// @throws AbsentException if it is not installed, or cannot name one of the folders
  static ServerProcess nginx(Path root, Path scratch) throws Exception {
    Commands.require(NGINX);
    int port = freePort();
    boolean superuser = System.getProperty("user.name").equals("root");
    Path settings = scratch.resolve("nginx.conf");
    Files.writeString(
        settings,
        String.format(
            Locale.ROOT,
            """
            daemon off; worker_processes 1; pid "%1$s/nginx.pid"; error_log "%1$s/errors";%2$s
            events { worker_connections 1024; }
            http {
              types { text/html html; }
              access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
              client_body_temp_path "%1$s/body"; proxy_temp_path "%1$s/proxy";
              fastcgi_temp_path "%1$s/fastcgi"; uwsgi_temp_path "%1$s/uwsgi";
              scgi_temp_path "%1$s/scgi";
              server { listen 127.0.0.1:%3$d; root "%4$s"; }
            }
            """,
            inQuotes(scratch),
            superuser ? " user root;" : "",
            port,
            inQuotes(root)));
    Process process =
        new ProcessBuilder(
                NGINX, "-c", settings.toString(), "-p", scratch.toString(), "-e", "errors")
            .redirectErrorStream(true)
            .redirectOutput(scratch.resolve("said").toFile())
            .start();
    return listening(new ServerProcess(process, port));
  }

  /// A path between the double quotes of nginx's settings.
  ///
  /// @throws AbsentException if nginx has no way to write it
  private static String inQuotes(Path path) throws AbsentException {
    String text = path.toString();
    if (text.indexOf('$') >= 0) {
      throw new AbsentException("nginx takes the $ in " + text + " for a variable");
    }
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /// The example that is a server, on Penstock's cache.
  ///
  /// @param launcher of Penstock, beside which its examples lie
  /// @param cacheMebibytes that its cache may have
  /// @throws AbsentException if it is not there
  static ServerProcess example(Path root, String launcher, int cacheMebibytes) throws Exception {
    Path home = Path.of(launcher).toAbsolutePath().getParent();
    Path program = home == null ? Path.of("none") : home.resolve("examples/server/FileServer.java");
    if (!Files.exists(program)) {
      throw new AbsentException("no examples: this is not run by ./penstock");
    }
    int port = freePort();
    Process process =
        new ProcessBuilder(
                List.of(
                    Machine.java(),
                    "-Djdk.virtualThreadScheduler.parallelism=1", // as nginx's one worker
                    "-cp",
                    library(),
                    program.toString(),
                    root.toString(),
                    Integer.toString(port),
                    Integer.toString(cacheMebibytes)))
            .redirectErrorStream(true)
            .start();
    return listening(new ServerProcess(process, port));
  }

  /// The class path of the example: the cache, and the core that it rests on.
  private static String library() throws URISyntaxException {
    return place(FileCache.class) + File.pathSeparator + place(Publication.class);
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static ServerProcess listening(ServerProcess server) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end && server.process().isAlive()) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        return server;
      } catch (IOException _) {
        LockSupport.parkNanos(STEP.toNanos());
      }
    }
    String words = server.process().isAlive() ? "" : server.lastWords();
    server.close();
    throw new IOException("the server does not listen on port " + server.port() + words);
  }

  /// The last line that a process has printed before it ended, after a colon.
  private String lastWords() throws IOException {
    List<String> lines = process.inputReader().lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "" : ": " + lines.getLast();
  }

  @Override
  public void close() {
    process.destroy();
    boolean interrupted = false;
    while (process.isAlive()) {
      try {
        int _ = process.waitFor();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
