package io.penstock.tree.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/// A program that besieges a server of files: as many hostile clients at once as asked, in each of
/// the ways of [Attack], beside a few honest ones, while a part of the files changes.
///
/// Arguments: the folder of the files, the port, how many clients, for how many seconds the server
/// waits for one, how long a siege takes, and a seed. For each line of its input it does it once,
/// and prints what came of it: a line `failed` for each broken promise, a line `over` at the end.
final class Siege {
  private static final int HONEST = 4;
  private static final int REQUESTS = 5;
  private static final long BETWEEN_CHANGES = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MOST_FAILURES = 20;

  private final ServedFolder folder;
  private final int port;
  private final int clients;
  private final long patienceNanos;
  private final long nanos;
  private final long seed;
  private final AtomicInteger changes = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final LongAdder connections = new LongAdder();
  private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
  private final LongAdder honest = new LongAdder();
  private final AtomicLong longest = new AtomicLong();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile long end;

  private Siege(String[] arguments) {
    folder = new ServedFolder(Path.of(arguments[0]));
    port = Integer.parseInt(arguments[1]);
    clients = Integer.parseInt(arguments[2]);
    patienceNanos = TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[3]));
    nanos = TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[4]));
    seed = Long.parseLong(arguments[5]);
  }

  public static void main(String[] arguments) throws Exception {
    Siege siege = new Siege(arguments);
    BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    siege.folder.change(siege.changes.getAndIncrement());
    while (asked.readLine() != null) {
      siege.run();
      System.out.println("over: " + siege);
    }
  }

  private void run() throws InterruptedException {
    end = System.nanoTime() + nanos;
    Attack attack = new Attack(folder, patienceNanos, this::isOver, this::count);
    List<Map.Entry<String, Attack.Way>> ways = List.copyOf(attack.ways().entrySet());
    List<Thread> threads = new ArrayList<>();
    threads.add(Thread.ofPlatform().start(this::change));
    for (int i = 0; i < clients; i++) {
      int number = i;
      Map.Entry<String, Attack.Way> way = ways.get(i % ways.size());
      threads.add(Thread.ofVirtual().start(() -> attack(way.getKey(), way.getValue(), number)));
    }
    for (int i = 0; i < HONEST; i++) {
      int number = i;
      threads.add(Thread.ofVirtual().start(() -> askUntilOver(number)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    askOnce(new Random(seed)); // and behind it
    failures.stream().limit(MOST_FAILURES).forEach(line -> System.out.println("failed " + line));
    failures.clear();
  }

  private boolean isOver() {
    return System.nanoTime() - end > 0;
  }

  private void count(Line.Answer answer) {
    statuses.computeIfAbsent(answer.status(), _ -> new LongAdder()).increment();
  }

  private void change() {
    try {
      while (!isOver()) {
        folder.change(changes.getAndIncrement());
        LockSupport.parkNanos(BETWEEN_CHANGES);
      }
    } catch (IOException e) {
      failures.add("change: " + e);
    }
  }

  // ---- hostile clients --------------------------------------------------------------------------

  private void attack(String name, Attack.Way way, int number) {
    Random random = new Random(seed + number);
    do {
      try (Line line = Line.open(port, number)) {
        connections.increment();
        int now = open.incrementAndGet();
        mostOpen.accumulateAndGet(now, Math::max);
        try {
          attack(way, line, random);
        } finally {
          open.decrementAndGet();
        }
      } catch (IOException | AssertionError e) {
        failures.add(name + ": " + e);
      }
    } while (!isOver());
  }

  private static void attack(Attack.Way way, Line line, Random random) {
    try {
      way.on(line, random);
      line.untilEnd();
    } catch (IOException _) {
      return; // it has ended
    }
  }

  // ---- honest clients ---------------------------------------------------------------------------

  private void askUntilOver(int number) {
    Random random = new Random(-seed - number);
    do {
      askOnce(random);
    } while (!isOver());
  }

  /// Gets some files one after the other, by as many connections as it takes, as browsers do.
  private void askOnce(Random random) {
    List<String> pages = folder.pages();
    String page = pages.get(random.nextInt(pages.size()));
    long begin = System.nanoTime();
    long most = TimeUnit.MILLISECONDS.toNanos(Line.MOST_MILLIS);
    IOException last = new IOException("never asked");
    while (System.nanoTime() - begin < most) {
      try (Line line = Line.open(port, 0)) {
        begin = ask(line, pages, page, random, begin);
        return;
      } catch (IOException e) {
        last = e;
      } catch (AssertionError e) {
        failures.add("an honest client: " + e);
        return;
      }
    }
    failures.add("an honest client got no answer: " + last);
  }

  private long ask(Line line, List<String> pages, String first, Random random, long begin)
      throws IOException {
    String page = first;
    long began = begin;
    boolean open = true;
    for (int i = 0; open && i < REQUESTS; i++) {
      line.send(Line.request("/" + page));
      Line.Answer answer = line.answer();
      if (answer.status() != 200 || !folder.isWhole(page, answer.hash())) {
        throw new AssertionError("this is not " + page + ": " + answer.head());
      }
      longest.accumulateAndGet(System.nanoTime() - began, Math::max);
      honest.increment();
      open = !answer.isLast();
      page = pages.get(random.nextInt(pages.size()));
      began = System.nanoTime();
    }
    return began;
  }

  @Override
  public String toString() {
    return String.format(
        "%d connections, %d at once, answers %s; honest clients got %d files, the slowest in %.1f s",
        connections.sum(),
        mostOpen.get(),
        statuses.keySet().stream()
            .sorted()
            .map(status -> status + "x" + statuses.getOrDefault(status, new LongAdder()).sum())
            .collect(Collectors.joining(" ")),
        honest.sum(),
        longest.get() / 1e9);
  }
}
