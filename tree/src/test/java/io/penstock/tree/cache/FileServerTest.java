package io.penstock.tree.cache;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Examples;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The example's server of files, spoken to in HTTP.
class FileServerTest {
  private static final int MILLIS = 60_000;
  private static final String BODIED =
      "GET /page.html HTTP/1.1\r\nHost: h\r\nContent-Length: 40\r\n\r\n";

  @TempDir static Path folder;
  private static Path root;
  private static FileServerProcess server;
  private static int port;

  @BeforeAll
  static void serve() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Examples.compile(classes, "server");
    root = Files.createDirectory(folder.resolve("root"));
    Files.writeString(root.resolve("page.html"), "<p>page</p>");
    Files.writeString(root.resolve("a b.txt"), "größe");
    Files.createDirectory(root.resolve("sub"));
    Files.writeString(root.resolve("sub/index.html"), "index");
    Files.writeString(folder.resolve("secret"), "secret");
    Files.createSymbolicLink(root.resolve("link"), folder.resolve("secret"));
    Files.write(root.resolve("large"), noise());
    server = started("60");
    port = server.port();
  }

  private static FileServerProcess started(String patience, String... options) throws IOException {
    return startedAfter("true", patience, options);
  }

  private static FileServerProcess startedAfter(String before, String patience, String... options)
      throws IOException {
    return FileServerProcess.start(
        before, folder.resolve("classes"), List.of(options), root.toString(), "0", "1", patience);
  }

  @AfterAll
  static void end() throws IOException {
    server.close();
  }

  // More than the cache keeps of one file.
  private static byte[] noise() {
    byte[] bytes = new byte[3_000_000];
    new java.util.Random(3).nextBytes(bytes);
    return bytes;
  }

  /// A connection that requests are sent on.
  private static final class Talk implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    Talk() throws IOException {
      this(port);
    }

    Talk(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(MILLIS);
      in = socket.getInputStream();
    }

    Reply ask(String method, String target, String... fields) throws IOException {
      String request = method + " " + target + " HTTP/1.1\r\nHost: here\r\n";
      for (String field : fields) {
        request += field + "\r\n";
      }
      send(request + "\r\n");
      return reply(method);
    }

    void send(String bytes) throws IOException {
      socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
    }

    private Reply reply(String method) throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("the connection ended after: " + head);
        }
        head.append((char) next);
      }
      String text = head.toString();
      boolean none = method.equals("HEAD") || text.startsWith("HTTP/1.1 304");
      int length = none ? 0 : Integer.parseInt(Reply.field(text, "content-length"));
      byte[] body = in.readNBytes(length);
      if (body.length < length) {
        throw new IOException("the connection ended after " + body.length + " bytes");
      }
      return new Reply(text, body);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static final class Reply {
    private final String head;
    private final byte[] body;

    Reply(String head, byte[] body) {
      this.head = head;
      this.body = body;
    }

    byte[] body() {
      return body;
    }

    int status() {
      return Integer.parseInt(head.split(" ", 3)[1]);
    }

    String text() {
      return new String(body, UTF_8);
    }

    String field(String name) {
      return field(head, name);
    }

    static String field(String head, String name) {
      return Arrays.stream(head.split("\r\n", -1))
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElse("");
    }
  }

  private static String request(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n";
  }

  private static Reply get(String target, String... fields) throws IOException {
    try (Talk talk = new Talk()) {
      return talk.ask("GET", target, fields);
    }
  }

  @Test
  void filesAreServedWithLengthTypeAndName() throws IOException {
    Reply page = get("/page.html");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text()).isEqualTo("<p>page</p>");
    assertThat(page.field("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(get("/a%20b.txt?x=y").text()).isEqualTo("größe");
    assertThat(get("/sub/").text()).isEqualTo("index");
    assertThat(get("/nothing").status()).isEqualTo(404);
    assertThat(get("/large").body()).isEqualTo(noise());
  }

  @Test
  void aTargetTellsNeitherWhereTheFolderLiesNorItsName() throws IOException {
    String absolute = root.toRealPath().toString();
    String name = root.getFileName().toString();
    for (String target :
        List.of(
            "/" + absolute + "/page.html",
            "//" + absolute + "/page.html",
            "/%2F" + absolute.substring(1) + "/page.html",
            "/../" + name + "/page.html",
            "/sub/../../" + name + "/page.html",
            "/%2e%2e/" + name + "/page.html")) {
      assertThat(get(target).status()).as(target).isIn(403, 404);
    }
    assertThat(get("/../" + name + "/page.html").status())
        .isEqualTo(get("/../nothing/page.html").status());
    assertThat(get("/sub/../page.html").status()).isEqualTo(200);
  }

  @Test
  void aRangeMeansNothingToHead() throws IOException {
    try (Talk talk = new Talk()) {
      for (String range : List.of("bytes=0-9", "bytes=9000000-")) {
        Reply head = talk.ask("HEAD", "/large", "Range: " + range);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.field("content-length")).isEqualTo("3000000");
        assertThat(head.field("content-range")).isEmpty();
      }
    }
  }

  @Test
  void asManyTargetsAsAClientInventsForOneFileTakeABoundedHeap() throws Exception {
    try (FileServerProcess small = started("60", "-Xmx24m", "-XX:+UseSerialGC");
        Talk talk = new Talk(small.port())) {
      for (int i = 0; i < 5000; i++) {
        String target = "/" + "./".repeat(3900) + i + "/../page.html";
        assertThat(talk.ask("GET", target).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void aServerWithoutDescriptorsLetsClientsWaitAndGoesOn() throws Exception {
    try (FileServerProcess starved = startedAfter("ulimit -n 70", "60")) {
      int at = starved.port();
      List<Talk> idle = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        idle.add(new Talk(at));
      }
      assertThat(idle.getFirst().ask("GET", "/large").body()).isEqualTo(noise());
      for (Talk talk : idle) {
        talk.close();
      }
      for (int i = 0; i < 3; i++) {
        try (Talk talk = new Talk(at)) {
          assertThat(talk.ask("GET", "/page.html").status()).isEqualTo(200);
        }
      }
      assertThat(starved.isAlive()).isTrue();
    }
  }

  @Test
  void aConnectionServesOneRequestAfterTheOther() throws IOException {
    try (Talk talk = new Talk()) {
      for (int i = 0; i < 50; i++) {
        assertThat(talk.ask("GET", "/page.html").text()).isEqualTo("<p>page</p>");
        Reply head = talk.ask("HEAD", "/large");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.field("content-length")).isEqualTo("3000000");
        assertThat(talk.ask("GET", "/no").status()).isEqualTo(404);
      }
      assertThat(talk.ask("GET", "/page.html", "Connection: close").field("connection"))
          .isEqualTo("close");
      assertThat(talk.in.read()).isEqualTo(-1);
    }
  }

  @Test
  void rangesAreServed() throws IOException {
    byte[] all = noise();
    assertRange("bytes=0-0", 0, 1, all);
    assertRange("bytes=2999990-", 2_999_990, 3_000_000, all);
    assertRange("bytes=-5", 2_999_995, 3_000_000, all);
    assertRange("bytes=1000-9999999", 1000, 3_000_000, all);
    Reply none = get("/large", "Range: bytes=3000000-");
    assertThat(none.status()).isEqualTo(416);
    assertThat(none.field("content-range")).isEqualTo("bytes */3000000");
    assertThat(get("/page.html", "Range: lines=1-2").status()).isEqualTo(200);
  }

  private static void assertRange(String range, int from, int to, byte[] all) throws IOException {
    Reply part = get("/large", "Range: " + range);
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.field("content-range"))
        .isEqualTo("bytes %d-%d/%d".formatted(from, to - 1, all.length));
    assertThat(part.body()).isEqualTo(Arrays.copyOfRange(all, from, to));
  }

  @Test
  void whatIsThereAlreadyIsNotSentAgain() throws IOException {
    String tag = get("/page.html").field("etag");
    assertThat(get("/page.html", "If-None-Match: " + tag).status()).isEqualTo(304);
  }

  @Test
  void nothingOutsideTheRootIsServed() throws IOException {
    for (String target :
        new String[] {
          "/../secret",
          "/%2e%2e/secret",
          "/sub/../../secret",
          "/..%2fsecret",
          "/%2e%2e%2fsecret",
          "/..\\secret",
          "//etc/passwd",
          "/page.html%00",
          "/%",
          "/link",
          "secret",
          "/sub/%2e%2e/%2e%2e/secret"
        }) {
      Reply reply = get(target);
      assertThat(reply.status()).as(target).isIn(400, 403, 404);
      assertThat(reply.text()).doesNotContain("secret\n").doesNotContain("root:");
    }
  }

  @Test
  void linksThatStayBelowTheRootAreFollowedAndNoOthers() throws Exception {
    Files.createSymbolicLink(root.resolve("inside"), Path.of("page.html"));
    Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(root.resolve("nowhere"), Path.of("nothing"));
    Files.createSymbolicLink(root.resolve("round"), Path.of("round"));
    assertThat(get("/inside").text()).isEqualTo("<p>page</p>");
    assertThat(get("/up/secret").status()).isEqualTo(403);
    assertThat(get("/nowhere").status()).isEqualTo(404);
    assertThat(get("/round").status()).isEqualTo(404);
    Path swapped = Files.createSymbolicLink(root.resolve("swapped"), Path.of("page.html"));
    assertThat(get("/swapped").status()).isEqualTo(200);
    Files.delete(swapped);
    Files.createSymbolicLink(swapped, folder.resolve("secret"));
    long end = System.nanoTime() + MILLIS * 1_000_000L;
    int status = 200;
    while (status == 200 && System.nanoTime() < end) {
      Reply reply = get("/swapped");
      assertThat(reply.text()).isNotEqualTo("secret");
      status = reply.status();
    }
    assertThat(status).isEqualTo(403);
  }

  @Test
  void whatIsNoFileIsNotServed() throws Exception {
    Process made = new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start();
    assertThat(made.waitFor()).isZero();
    assertThat(get("/pipe").text()).isEqualTo("403 Forbidden: the file cannot be read\n");
    assertThat(get("/page.html/").status()).isEqualTo(404);
    assertThat(get("/page.html/more").status()).isEqualTo(404);
    assertThat(get("/" + "n".repeat(300)).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          POST /page.html HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n      | 405 Method Not Allowed
          BREW /page.html HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n      | 405 Method Not Allowed
          get /page.html HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n       | 405 Method Not Allowed
          nonsense\\r\\n\\r\\n                                    | 400 Bad Request
          GET /page.html\\r\\n\\r\\n                              | 400 Bad Request
          GET /page.html HTTP/2.0\\r\\nHost: h\\r\\n\\r\\n       | 400 Bad Request
          GET  /page.html HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n      | 400 Bad Request
          GET /page.html HTTP/1.1\\r\\nHost: h\\r\\nhost: i\\r\\n\\r\\n | 400 Bad Request
          GET /page.html HTTP/1.1\\r\\n\\r\\n                     | 400 Bad Request
          GET /page.html HTTP/1.1\\nHost: h\\n\\n                 | 400 Bad Request
          GET /page.html HTTP/1.1\\r\\nHost h\\r\\n\\r\\n        | 400 Bad Request
          GET /page.html HTTP/1.1\\r\\nHost: h\\r\\n x\\r\\n\\r\\n | 400 Bad Request
          GET /page.html HTTP/1.1\\r\\nHost : h\\r\\n\\r\\n      | 400 Bad Request
          GET /page\\0 HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n    | 400 Bad Request
          GET page.html HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n        | 400 Bad Request
          GET /page%00 HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n         | 400 Bad Request
          GET /page%2 HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n          | 400 Bad Request
          GET /page%-1 HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n         | 400 Bad Request
          GET /nothing HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n         | 404 Not Found
          GET /link HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n            | 403 Forbidden
          """)
  void wrongRequestsAreRefusedInOneLine(String request, String status) throws IOException {
    try (Talk talk = new Talk()) {
      talk.send(request.translateEscapes());
      Reply reply = talk.reply("GET");
      assertThat(reply.head).startsWith("HTTP/1.1 " + status + "\r\n");
      assertThat(reply.text()).startsWith(status + ": ").endsWith("\n").hasLineCount(1);
      assertThat(reply.field("allow")).isEqualTo(status.startsWith("405") ? "GET, HEAD" : "");
    }
  }

  @Test
  void linesAndHeadsThatAreTooLongAreRefused() throws IOException {
    try (Talk talk = new Talk()) {
      assertThat(talk.ask("GET", "/" + "x".repeat(8_000)).status()).isEqualTo(404);
      assertThat(talk.ask("GET", "/" + "x".repeat(9_000)).status()).isEqualTo(414);
      assertThat(talk.in.read()).isEqualTo(-1);
    }
    try (Talk talk = new Talk()) {
      String field = "X: " + "x".repeat(14_000);
      assertThat(talk.ask("GET", "/page.html", field).status()).isEqualTo(200);
      assertThat(talk.ask("GET", "/page.html", field, field).status()).isEqualTo(431);
      assertThat(talk.in.read()).isEqualTo(-1);
    }
  }

  @Test
  void requestsMayComeTogetherOrInPieces() throws IOException {
    String page = request("/page.html");
    String large = "GET /large HTTP/1.1\r\nhost:h\r\nRange: bytes=5-9\r\n\r\n";
    String none = "GET /none HTTP/1.1\r\nHOST: h\r\n\r\n";
    try (Talk talk = new Talk()) {
      talk.send((page + "\r\n" + large + none).repeat(200));
      for (int i = 0; i < 200; i++) {
        assertThat(talk.reply("GET").text()).isEqualTo("<p>page</p>");
        assertThat(talk.reply("GET").body()).isEqualTo(Arrays.copyOfRange(noise(), 5, 10));
        assertThat(talk.reply("GET").status()).isEqualTo(404);
      }
      for (char next : (page + none).toCharArray()) {
        talk.send(String.valueOf(next));
      }
      assertThat(talk.reply("GET").text()).isEqualTo("<p>page</p>");
      assertThat(talk.reply("GET").status()).isEqualTo(404);
    }
  }

  @Test
  void theAddressMayBeWhole() throws IOException {
    assertThat(get("http://here:80/page.html?q").text()).isEqualTo("<p>page</p>");
    assertThat(get("http://here/../secret").status()).isEqualTo(403);
  }

  @Test
  void whatComesBehindABodyIsNoRequest() throws IOException {
    try (Talk talk = new Talk()) {
      talk.send(BODIED + request("/large"));
      assertThat(talk.reply("GET").field("connection")).isEqualTo("close");
      assertThat(talk.in.read()).isEqualTo(-1);
    }
  }

  @Test
  void oldClientsAskOnceUnlessTheySayOtherwise() throws IOException {
    try (Talk talk = new Talk()) {
      talk.send("GET /page.html HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
      assertThat(talk.reply("GET").status()).isEqualTo(200);
      talk.send("GET /page.html HTTP/1.0\r\n\r\n");
      assertThat(talk.reply("GET").status()).isEqualTo(200);
      assertThat(talk.in.read()).isEqualTo(-1);
    }
  }

  @Test
  void aHeadIsThatOfTheWhole() throws IOException {
    try (Talk talk = new Talk()) {
      for (String target : new String[] {"/page.html", "/large", "/nothing"}) {
        Reply whole = talk.ask("GET", target);
        Reply head = talk.ask("HEAD", target);
        assertThat(head.head.replaceAll("Date: .*", ""))
            .isEqualTo(whole.head.replaceAll("Date: .*", ""));
      }
    }
  }

  @Test
  void whatHasNotChangedSinceADateIsNotSentAgain() throws IOException {
    String date = get("/page.html").field("last-modified");
    assertThat(get("/page.html", "If-Modified-Since: " + date).status()).isEqualTo(304);
    String later = "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT";
    assertThat(get("/page.html", later).status()).isEqualTo(304);
    assertThat(get("/page.html", later, "If-None-Match: \"other\"").status()).isEqualTo(200);
    String before = "If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT";
    assertThat(get("/page.html", before).status()).isEqualTo(200);
    assertThat(get("/page.html", "If-Modified-Since: yesterday").status()).isEqualTo(200);
  }

  @Test
  void aPartOfAnotherStateIsNotSent() throws IOException {
    String tag = get("/large").field("etag");
    assertThat(get("/large", "Range: bytes=1-2", "If-Range: " + tag).status()).isEqualTo(206);
    assertThat(get("/large", "Range: bytes=1-2", "If-Range: \"other\"").status()).isEqualTo(200);
  }

  @Test
  void clientsThatDawdleAreNotWaitedFor() throws Exception {
    try (FileServerProcess hurried = started("1")) {
      int there = hurried.port();
      sparse("huge", 256 << 20);
      try (Talk deaf = new Talk(there)) {
        deaf.send(request("/huge"));
        assertThat(deaf.in.read()).isEqualTo('H');
        try (Talk half = new Talk(there)) {
          half.send("GET /page.html HTTP/1.1\r\nHost:");
          assertThat(ended(half)).isZero();
        }
        try (Talk silent = new Talk(there)) { // behind its end the deaf one is over too
          assertThat(ended(silent)).isZero();
        }
        assertThat(ended(deaf)).isLessThan(256 << 20);
      }
    }
  }

  @Test
  void aLargeFileThatIsChangedWhileItIsSentIsNotSentToItsEnd() throws Exception {
    Path file = sparse("moving", 64 << 20);
    try (Talk talk = new Talk()) {
      talk.send(request("/moving"));
      assertThat(talk.in.read()).isEqualTo('H');
      try (RandomAccessFile change = new RandomAccessFile(file.toFile(), "rw")) {
        change.write(1);
      }
      assertThat(ended(talk)).isLessThan(64 << 20);
    }
  }

  private static Path sparse(String name, long size) throws IOException {
    Path file = root.resolve(name);
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(size);
    }
    return file;
  }

  /// How many bytes come before the other side ends the connection.
  private static long ended(Talk talk) {
    long count = 0;
    byte[] bytes = new byte[1 << 16];
    try {
      int n = talk.in.read(bytes);
      while (n >= 0) {
        count += n;
        n = talk.in.read(bytes);
      }
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("the connection was not ended", e);
    } catch (IOException e) {
      return count; // reset
    }
    return count;
  }

  @Test
  void aFileThatIsReplacedIsServedInOneStateOrTheOther() throws Exception {
    Path file = root.resolve("changing");
    write(file, 0);
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 1; i < 60; i++) {
                    write(file, i);
                  }
                });
    try (Talk talk = new Talk()) {
      int last = 0;
      while (writer.isAlive() || last < 59) {
        byte[] body = talk.ask("GET", "/changing").body();
        assertThat(body).hasSize(100_000 + body[0] * 10);
        for (byte value : body) {
          assertThat(value == body[0]).isTrue();
        }
        assertThat((int) body[0]).isGreaterThanOrEqualTo(last);
        last = body[0];
      }
    }
    writer.join();
  }

  private static void write(Path file, int state) {
    try {
      byte[] bytes = new byte[100_000 + state * 10];
      Arrays.fill(bytes, (byte) state);
      Path fresh = Files.write(file.resolveSibling("fresh"), bytes);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
