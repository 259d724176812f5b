package io.penstock.tree.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import io.penstock.testing.Examples;
import io.penstock.testing.Seed;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example's server of files, besieged by slow, broken and hostile clients: honest ones get
/// their files, nobody gets another, and what the server holds goes back to what it was.
class FileServerSiegeTest {
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /// Descriptors, beside sockets and files, and threads that the JVM opens for itself.
  private static final long OWN = 16;

  private static final long CACHE_MIB = 4;

  /// What classes and the server's tables take once.
  private static final long TABLES_MIB = 16;

  /// What a JVM takes beside its heap: code, classes, threads, buffers for sockets.
  private static final long BESIDE_HEAP_MIB = 192;

  /// Of a JVM that lends each of its carriers' places while one waits for the system.
  private static final long MOST_THREADS = 300;

  private static final long PAGE = 4096;
  private static final long MEBIBYTE = 1 << 20;

  @TempDir static Path folder;
  private static Path classes;

  @BeforeAll
  static void compile() throws Exception {
    SpokenAssumption.that(Files.isDirectory(Path.of("/proc/self/fd")), "what it holds is in /proc");
    classes = Files.createDirectory(folder.resolve("classes"));
    Examples.compile(classes, "server");
    new ServedFolder(folder).write();
  }

  /// A siege, and what the server may have.
  ///
  /// @param descriptors the server's limit
  private record Plan(
      int clients, int descriptors, int heapMib, int patience, int seconds, int rounds) {}

  @Test
  void aServerThatHundredsBesiegeServesAndLeavesNothing() throws Exception {
    besiege(new Plan(500, 700, 64, 1, 1, 2));
  }

  @Tag("long")
  @Test
  void aServerThatTenThousandBesiegeServesAndLeavesNothing() throws Exception {
    int most = 20_100;
    int hard = hardLimit();
    SpokenAssumption.that(
        hard >= 11_000,
        "10,000 clients take a descriptor each, and the hard limit is " + hard + " (ulimit -Hn)");
    besiege(new Plan(10_000, Math.min(hard, most), 700, 5, 60, 3));
  }

  private static int hardLimit() throws IOException {
    String line =
        Files.readAllLines(Path.of("/proc/self/limits"), UTF_8).stream()
            .filter(some -> some.startsWith("Max open files"))
            .findFirst()
            .orElseThrow();
    String hard = line.trim().split("\\s+", -1)[4];
    return hard.equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(hard);
  }

  @Test
  void whoAsksAgainAndAgainLeavesItsPlaceToWhoWaits() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> holders = new ArrayList<>();
    try (FileServerProcess server =
        FileServerProcess.start("ulimit -n 70", classes, List.of(), root(), "0", "1", "60")) {
      for (int i = 0; i < 60; i++) {
        int number = i;
        holders.add(Thread.ofVirtual().start(() -> hold(server.port(), number, over)));
      }
      for (int i = 0; i < 20; i++) {
        try (Line line = Line.open(server.port(), i)) {
          line.send(Line.request("/page-100.txt"));
          assertThat(line.answer().status()).isEqualTo(200);
        }
      }
    } finally {
      over.set(true);
      for (Thread holder : holders) {
        holder.join();
      }
    }
  }

  private static void hold(int port, int number, AtomicBoolean over) {
    while (!over.get()) {
      try (Line line = Line.open(port, number)) {
        boolean open = true;
        while (open && !over.get()) {
          line.send(Line.request("/page-100.txt"));
          open = !line.answer().isLast();
          LockSupport.parkNanos(LOOK_NANOS);
        }
      } catch (IOException | AssertionError _) {
        LockSupport.parkNanos(LOOK_NANOS); // who is hostile does not complain
      }
    }
  }

  private static String root() {
    return new ServedFolder(folder).root().toString();
  }

  private static void besiege(Plan plan) throws Exception {
    long seed = Seed.sow(FileServerSiegeTest.class).nextLong();
    try (FileServerProcess server = server(plan);
        ChildJvm siege = siege(plan, server.port(), seed)) {
      assertServed(server);
      Held before = Held.by(server.pid());
      List<Held> after = new ArrayList<>();
      for (int round = 0; round < plan.rounds(); round++) {
        assertThat(round(siege, server)).isEmpty();
        after.add(settled(server, before));
      }
      assertThat(server.errors()).isEmpty();
      assertReturned(before, after);
      assertThat(after.getLast().peakMib()).isLessThan(plan.heapMib() + BESIDE_HEAP_MIB);
    }
  }

  private static FileServerProcess server(Plan plan) throws IOException {
    return FileServerProcess.start(
        "ulimit -n " + plan.descriptors(),
        classes,
        List.of("-Xmx" + plan.heapMib() + "m"),
        root(),
        "0",
        Long.toString(CACHE_MIB),
        Integer.toString(plan.patience()));
  }

  private static ChildJvm siege(Plan plan, int port, long seed) throws IOException {
    return ChildJvm.start(
        List.of("sh", "-c", "ulimit -n $(ulimit -Hn); exec \"$@\"", "sh"),
        List.of(),
        Map.of(),
        Siege.class,
        folder.toString(),
        Integer.toString(port),
        Integer.toString(plan.clients()),
        Integer.toString(plan.patience()),
        Integer.toString(plan.seconds()),
        Long.toString(seed));
  }

  private static void assertServed(FileServerProcess server) throws IOException {
    try (Line line = Line.open(server.port(), 0)) {
      line.send(Line.request("/page-1.txt"));
      assertThat(line.answer().status()).isEqualTo(200);
    }
  }

  /// Has a siege.
  ///
  /// @return the broken promises
  private static List<String> round(ChildJvm siege, FileServerProcess server) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicLong descriptors = new AtomicLong();
    AtomicLong threads = new AtomicLong();
    AtomicLong sockets = new AtomicLong();
    Thread watch =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get() && server.isAlive()) {
                    threads.accumulateAndGet(Held.entries(server.pid(), "task"), Math::max);
                    descriptors.accumulateAndGet(Held.entries(server.pid(), "fd"), Math::max);
                    sockets.accumulateAndGet(socketsMib(), Math::max);
                    LockSupport.parkNanos(LOOK_NANOS);
                  }
                });
    List<String> failures = new ArrayList<>();
    try {
      siege.say("besiege");
      String said = siege.hear();
      while (!said.startsWith("over: ")) {
        failures.add(said);
        said = siege.hear();
      }
      System.out.printf(
          "FileServerSiegeTest: %s; the server had %d descriptors and %d threads, all connections %d MiB of the system at most%n",
          said, descriptors.get(), threads.get(), sockets.get());
      assertThat(threads.get()).isLessThan(MOST_THREADS);
      return failures;
    } finally {
      over.set(true);
      watch.join();
    }
  }

  /// What the system keeps for all connections of the machine.
  private static long socketsMib() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/net/sockstat"), UTF_8)) {
      return lines
          .filter(line -> line.startsWith("TCP: "))
          .mapToLong(line -> Long.parseLong(line.replaceAll(".* mem (\\d+).*", "$1")))
          .map(pages -> pages * PAGE / MEBIBYTE)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  /// What the server holds when the connections have ended.
  private static Held settled(FileServerProcess server, Held before) throws Exception {
    long end = System.nanoTime() + MOST_NANOS;
    while (System.nanoTime() < end
        && (Held.connectionsAndFiles(server.pid()) > before.connectionsAndFiles()
            || Held.entries(server.pid(), "task") > before.threads() + OWN)) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    Held held = Held.by(server.pid());
    System.out.println("FileServerSiegeTest: " + held);
    return held;
  }

  private static void assertReturned(Held before, List<Held> after) {
    for (Held held : after) {
      assertThat(held.connectionsAndFiles()).isEqualTo(before.connectionsAndFiles());
      assertThat(held.descriptors()).isLessThanOrEqualTo(before.descriptors() + OWN);
      assertThat(held.threads()).isLessThanOrEqualTo(before.threads() + OWN);
      assertThat(held.heapMib()).isLessThanOrEqualTo(before.heapMib() + CACHE_MIB + TABLES_MIB);
    }
    long earlier =
        after.subList(0, after.size() - 1).stream()
            .mapToLong(Held::residentMib)
            .max()
            .orElseThrow();
    assertThat(after.getLast().residentMib()).isLessThanOrEqualTo(earlier * 11 / 10 + TABLES_MIB);
  }

  /// What a process has of the system.
  ///
  /// @param heapMib after a collection
  private record Held(
      long connectionsAndFiles,
      long descriptors,
      long threads,
      long heapMib,
      long residentMib,
      long peakMib) {

    static Held by(long pid) throws IOException {
      long heap = heap(pid);
      return new Held(
          connectionsAndFiles(pid),
          entries(pid, "fd"),
          entries(pid, "task"),
          heap,
          status(pid, "VmRSS"),
          status(pid, "VmHWM"));
    }

    static long entries(long pid, String kind) {
      return links(pid, kind).size();
    }

    private static List<Path> links(long pid, String kind) {
      try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(pid), kind))) {
        return all.toList();
      } catch (IOException | java.io.UncheckedIOException e) {
        return List.of(); // it has ended
      }
    }

    static long connectionsAndFiles(long pid) {
      String root = root();
      return links(pid, "fd").stream()
          .map(Held::target)
          .filter(target -> target.startsWith("socket:") || target.startsWith(root))
          .count();
    }

    private static String target(Path link) {
      try {
        return Files.readSymbolicLink(link).toString();
      } catch (IOException e) {
        return ""; // closed meanwhile
      }
    }

    private static long status(long pid, String key) throws IOException {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"), UTF_8).stream()
          .filter(line -> line.startsWith(key + ":"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .findFirst()
          .orElseThrow();
    }

    private static long heap(long pid) throws IOException {
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(pid),
                  "GC.class_histogram")
              .redirectErrorStream(true)
              .start();
      List<String> said = jcmd.inputReader(UTF_8).readAllLines();
      String[] total = said.getLast().trim().split("\\s+", -1);
      assertThat(total[0]).as(said.toString()).isEqualTo("Total");
      return Long.parseLong(total[2]) >> 20;
    }
  }
}
