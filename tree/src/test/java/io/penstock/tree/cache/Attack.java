package io.penstock.tree.cache;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The ways in which clients of a server of files are broken, slow or hostile.
final class Attack {
  private static final int MEBIBYTE = 1 << 20;

  /// Of a request, while a client is waited for.
  private static final int BYTES_IN_PATIENCE = 8;

  private static final List<String> OUTSIDE =
      List.of(
          "/../secret",
          "/../../../../../../../../etc/passwd",
          "/..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd",
          "/%2e%2e/secret",
          "/%2e%2e%2fsecret",
          "/%252e%252e/secret",
          "/..\\secret",
          "/..%5csecret",
          "/%c0%ae%c0%ae/secret",
          "/page-1.txt/../../secret",
          "/./.././secret",
          "//etc/passwd",
          "/%2fetc/passwd",
          "/../secret%00.txt",
          "/page-1.txt%00",
          "/\0/../secret",
          "http://here/../secret",
          "file:///etc/passwd",
          "/outside",
          "/outside/",
          "/upwards/secret",
          "/upwards/root/../secret",
          "/proc/self/environ",
          "/" + "../".repeat(2000) + "etc/passwd");

  private static final List<String> RANGES =
      List.of(
          "bytes=99999999999999999999-",
          "bytes=0-9223372036854775807",
          "bytes=9223372036854775807-9223372036854775807",
          "bytes=-9223372036854775808",
          "bytes=0-18446744073709551616",
          "bytes=-99999999999999999999",
          "bytes=999999999999999999-",
          "bytes=5-2",
          "bytes=-0",
          "bytes=-",
          "bytes=--5",
          "bytes=0x10-",
          "bytes=0-0" + ",0-0".repeat(2000),
          "bytes=0-",
          "bytes=0-999999999999999999");

  private final ServedFolder folder;
  private final long patienceNanos;
  private final BooleanSupplier over;
  private final Consumer<Line.Answer> seen;

  /// @param over whether the siege is
  /// @param seen takes each answer
  Attack(
      ServedFolder folder, long patienceNanos, BooleanSupplier over, Consumer<Line.Answer> seen) {
    this.folder = folder;
    this.patienceNanos = patienceNanos;
    this.over = over;
    this.seen = seen;
  }

  /// What a client does with a connection, before it waits for the server to end it.
  interface Way {
    /// Does it.
    ///
    /// @throws IOException if the server has ended the connection
    /// @throws AssertionError if an answer is wrong
    void on(Line line, Random random) throws IOException;
  }

  /// All, by their names.
  Map<String, Way> ways() {
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("says nothing", (_, _) -> {});
    ways.put("drips a request", this::dripRequest);
    ways.put("drips fields without end", this::dripFields);
    ways.put("ends in a request", (line, _) -> endInRequest(line));
    ways.put("ends behind a request", this::endBehindRequest);
    ways.put("resets", this::reset);
    ways.put("sends garbage", this::sendGarbage);
    ways.put("sends a line without end", (line, _) -> sendLine(line));
    ways.put("sends megabytes of fields", (line, _) -> sendFields(line));
    ways.put("pipelines", this::pipeline);
    ways.put("pipelines and never reads", (line, _) -> pipelineDeaf(line));
    ways.put("leads outside", this::leadOutside);
    ways.put("asks for impossible ranges", this::askRanges);
    ways.put("reads byte by byte", (line, _) -> sip(line));
    ways.put("never reads", (line, _) -> neverRead(line));
    ways.put("asks again and again", this::hold);
    ways.put("asks for what changes", this::askForChanging);
    return ways;
  }

  private String page(Random random) {
    List<String> pages = folder.pages();
    return pages.get(random.nextInt(pages.size()));
  }

  private Line.Answer answer(Line line) throws IOException {
    Line.Answer answer = line.answer();
    seen.accept(answer);
    return answer;
  }

  private Line.Answer requireWhole(Line line, String name) throws IOException {
    Line.Answer answer = answer(line);
    if (answer.status() != 200 || !folder.isWhole(name, answer.hash())) {
      throw new AssertionError("this is not " + name + ": " + answer.head());
    }
    return answer;
  }

  /// Until the server ought to have lost patience. Who has not read is not always told so: the
  /// system may forget what a closed connection has left to send. What the server holds tells.
  private void dawdle() {
    long end = System.nanoTime() + patienceNanos * 3 / 2 + TimeUnit.MILLISECONDS.toNanos(500);
    for (long left = 1; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void dripRequest(Line line, Random random) throws IOException {
    line.drip(Line.request("/" + page(random)), patienceNanos / BYTES_IN_PATIENCE);
  }

  private void dripFields(Line line, Random random) throws IOException {
    line.send("GET /" + page(random) + " HTTP/1.1\r\nHost: here\r\n");
    while (!over.getAsBoolean()) {
      line.drip("X: y\r\n", patienceNanos / BYTES_IN_PATIENCE);
    }
  }

  private static void endInRequest(Line line) throws IOException {
    line.send("GET /page-1.txt HTTP/1.1\r\nHost: he");
    line.endRequests();
  }

  private void endBehindRequest(Line line, Random random) throws IOException {
    String page = page(random);
    line.send(Line.request("/" + page));
    line.endRequests();
    Line.Answer _ = requireWhole(line, page);
  }

  private void reset(Line line, Random random) throws IOException {
    line.send(Line.request(random.nextBoolean() ? "/" + ServedFolder.HUGE : "/" + page(random)));
    LockSupport.parkNanos(random.nextLong(patienceNanos));
    line.reset();
  }

  private void sendGarbage(Line line, Random random) throws IOException {
    byte[] garbage = new byte[1 + random.nextInt(64 << 10)];
    random.nextBytes(garbage);
    line.send(garbage);
    Line.Answer answer = answer(line);
    if (answer.status() != 400) {
      throw new AssertionError("garbage is answered: " + answer.head());
    }
  }

  private static void sendLine(Line line) throws IOException {
    line.send("GET /");
    String part = "a".repeat(64 << 10);
    for (int sent = 0; sent < 4 * MEBIBYTE; sent += part.length()) {
      line.send(part);
    }
  }

  private static void sendFields(Line line) throws IOException {
    line.send("GET /page-1.txt HTTP/1.1\r\nHost: here\r\n");
    String fields = "Connection: keep-alive\r\n".repeat(2000);
    for (int sent = 0; sent < 8 * MEBIBYTE; sent += fields.length()) {
      line.send(fields);
    }
  }

  private void pipeline(Line line, Random random) throws IOException {
    List<String> asked = random.ints(50, 0, 5).mapToObj(folder.pages()::get).toList();
    StringBuilder requests = new StringBuilder();
    for (String page : asked) {
      requests.append(Line.request("/" + page));
    }
    line.send(requests.toString());
    for (String page : asked) {
      if (requireWhole(line, page).isLast()) {
        return;
      }
    }
  }

  private void pipelineDeaf(Line line) throws IOException {
    line.narrow();
    line.send(Line.request("/page-200000.txt").repeat(200));
    dawdle();
    line.reset();
  }

  private void leadOutside(Line line, Random random) throws IOException {
    String target = OUTSIDE.get(random.nextInt(OUTSIDE.size()));
    line.send(Line.request(target));
    Line.Answer answer = answer(line);
    if (answer.isFile() || answer.status() / 100 != 4) {
      throw new AssertionError(target + " is answered: " + answer.head() + answer.text());
    }
  }

  private void askRanges(Line line, Random random) throws IOException {
    String range = RANGES.get(random.nextInt(RANGES.size()));
    String page = "page-5000.txt";
    line.send(Line.request("/" + page, "Range: " + range));
    Line.Answer answer = answer(line);
    if (answer.status() != 416
        && !(answer.status() == 200 && folder.isWhole(page, answer.hash()))) {
      throw new AssertionError(range + " is answered: " + answer.head());
    }
  }

  private void sip(Line line) throws IOException {
    line.narrow();
    line.send(Line.request("/" + ServedFolder.HUGE));
    line.sip(2 * BYTES_IN_PATIENCE, patienceNanos / BYTES_IN_PATIENCE);
    line.reset();
  }

  private void neverRead(Line line) throws IOException {
    line.narrow();
    line.send(Line.request("/" + ServedFolder.HUGE));
    dawdle();
    line.reset();
  }

  /// Never long enough away to be late.
  private void hold(Line line, Random random) throws IOException {
    boolean open = true;
    while (open && !over.getAsBoolean()) {
      String page = page(random);
      line.send(Line.request("/" + page));
      open = !requireWhole(line, page).isLast();
      LockSupport.parkNanos(patienceNanos / 2);
    }
  }

  private void askForChanging(Line line, Random random) throws IOException {
    String[] names = {"moving", "moving-large", "turning"};
    String name = names[random.nextInt(names.length)];
    line.send(Line.request("/" + name));
    Line.Answer answer = answer(line);
    boolean refused = name.equals("turning") && answer.status() == 403;
    if (!refused && (answer.status() != 200 || !folder.isWhole(name, answer.hash()))) {
      throw new AssertionError("this is no state of " + name + ": " + answer.head());
    }
  }
}
