package io.penstock.file;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A file on a file system whose server is another process, as those of networks are:
/// `src/test/c/served.c`.
final class ServedFile implements AutoCloseable {
  private final Process server;
  private final Path folder;

  private ServedFile(Process server, Path folder) {
    this.server = server;
    this.folder = folder;
  }

  /// Mounts it; where that cannot be done the test is skipped.
  ///
  /// @param bytes the file whose bytes it has, whatever becomes of them
  /// @param work where the server is built and the file appears
  static ServedFile of(Path bytes, Path work) throws IOException {
    Path program = work.resolve("served");
    Path source = Path.of("src", "test", "c", "served.c");
    run("cc", "-O1", "-o", program.toString(), source.toString());
    SpokenAssumption.that(Files.exists(program), "no program for Linux can be built by cc here");
    Path folder = Files.createDirectory(work.resolve("mounted"));
    Process server =
        new ProcessBuilder(program.toString(), bytes.toString(), folder.toString())
            .redirectError(work.resolve("served.log").toFile())
            .start();
    ServedFile served = new ServedFile(server, folder);
    if (!"ready".equals(server.inputReader().readLine())) {
      served.close();
      SpokenAssumption.that(
          false, "no FUSE here: " + Files.readString(work.resolve("served.log")).strip());
    }
    return served;
  }

  Path path() {
    return folder.resolve("f");
  }

  /// The server answers nothing any more.
  void pause() {
    run("kill", "-STOP", Long.toString(server.pid()));
  }

  void goOn() {
    run("kill", "-CONT", Long.toString(server.pid()));
  }

  private static void run(String... command) {
    try {
      new ProcessBuilder(List.of(command))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } catch (IOException e) {
      SpokenAssumption.that(false, "no " + command[0] + " here");
    }
  }

  @Override
  public void close() throws IOException {
    goOn();
    server.getOutputStream().close();
    try {
      boolean _ = server.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    server.destroyForcibly();
    run("umount", "-l", folder.toString());
  }
}
