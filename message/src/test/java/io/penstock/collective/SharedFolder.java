package io.penstock.collective;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.Communicator;
import io.penstock.message.RankFailedException;
import io.penstock.message.TestJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/// A temporary folder for a test whose ranks share nothing else: rank 0 makes it and tells the
/// others its name.
record SharedFolder(Communicator world, Path path) {
  /// What each rank does.
  interface Body {
    void run(Communicator world, SharedFolder folder) throws Exception;
  }

  /// Something that one rank does.
  interface Step {
    void take() throws IOException;
  }

  static void run(TestJob job, int ranks, Body body) {
    try {
      job.run(ranks, world -> run(world, body));
    } catch (RankFailedException e) {
      if (e.getCause() instanceof TestAbortedException skipped) {
        throw skipped;
      }
      throw e;
    }
  }

  private static void run(Communicator world, Body body) throws Exception {
    SharedFolder folder = make(world);
    try {
      body.run(world, folder);
      world.barrier();
    } finally {
      if (world.rank() == 0) {
        folder.delete();
      }
    }
  }

  private static SharedFolder make(Communicator world) throws IOException {
    byte[] name = new byte[0];
    if (world.rank() == 0) {
      name = Files.createTempDirectory("penstock-shared").toString().getBytes(UTF_8);
    }
    int[] length = {name.length};
    world.broadcast(length, 0);
    byte[] told = world.rank() == 0 ? name : new byte[length[0]];
    world.broadcast(told, 0);
    return new SharedFolder(world, Path.of(new String(told, UTF_8)));
  }

  private void delete() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  Path resolve(String name) {
    return path.resolve(name);
  }

  /// Lets rank 0 do something before any rank goes on.
  void once(Step step) throws IOException {
    if (world.rank() == 0) {
      step.take();
    }
    world.barrier();
  }

  /// Checks which files there are, in alphabetical order.
  void holds(String... names) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      List<String> found = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertThat(found).containsExactly(names);
    }
  }

  /// Checks, where the system can tell, that this process has no file of the folder open, once all
  /// ranks have come here.
  void isClosed() throws IOException {
    world.barrier();
    Path descriptors = Path.of("/proc/self/fd");
    if (Files.isDirectory(descriptors)) {
      try (Stream<Path> open = Files.list(descriptors)) {
        assertThat(open.map(SharedFolder::target).filter(file -> file.startsWith(path))).isEmpty();
      }
    }
    world.barrier();
  }

  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException _) { // closed meanwhile, as that of the list itself
      return descriptor;
    }
  }
}
