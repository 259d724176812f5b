package io.penstock.tree.cache;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Examples;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example's server of files, spoken to in HTTP.
class FileServerTest {
  private static final int MILLIS = 60_000;

  @TempDir static Path folder;
  private static Path root;
  private static Process server;
  private static int port;

  @BeforeAll
  static void serve() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Examples.compile(classes);
    root = Files.createDirectory(folder.resolve("root"));
    Files.writeString(root.resolve("page.html"), "<p>page</p>");
    Files.writeString(root.resolve("a b.txt"), "größe");
    Files.createDirectory(root.resolve("sub"));
    Files.writeString(root.resolve("sub/index.html"), "index");
    Files.writeString(folder.resolve("secret"), "secret");
    Files.createSymbolicLink(root.resolve("link"), folder.resolve("secret"));
    Files.write(root.resolve("large"), noise());
    Path library =
        Path.of(FileCache.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                library + ":" + classes,
                "FileServer",
                root.toString(),
                "0",
                "1")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = server.inputReader(UTF_8);
    port = Integer.parseInt(said.readLine().replaceAll(".*:(\\d+)/", "$1"));
  }

  @AfterAll
  static void end() {
    server.destroy();
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
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(MILLIS);
      in = socket.getInputStream();
    }

    Reply ask(String method, String target, String... fields) throws IOException {
      String request = method + " " + target + " HTTP/1.1\r\nHost: here\r\n";
      for (String field : fields) {
        request += field + "\r\n";
      }
      socket.getOutputStream().write((request + "\r\n").getBytes(ISO_8859_1));
      return reply(method);
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
      assertThat(reply.status()).as(target).isIn(403, 404);
      assertThat(reply.text()).doesNotContain("secret\n").doesNotContain("root:");
    }
  }

  @Test
  void wrongRequestsAreRefused() throws IOException {
    try (Talk talk = new Talk()) {
      assertThat(talk.ask("POST", "/page.html").status()).isEqualTo(405);
    }
    try (Talk talk = new Talk()) {
      talk.socket.getOutputStream().write("nonsense\r\n\r\n".getBytes(ISO_8859_1));
      assertThat(talk.reply("GET").status()).isEqualTo(400);
    }
    try (Talk talk = new Talk()) {
      assertThat(talk.ask("GET", "/" + "x".repeat(20_000)).status()).isEqualTo(431);
    }
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
