import io.penstock.tree.cache.CachedFile;
import io.penstock.tree.cache.FileCache;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/// A server of the files below a folder: GET and HEAD of HTTP/1.1 (RFC 9110, RFC 9112), connections
/// that stay open, one range, from a cache of hot files. A virtual thread for each connection.
///
/// Arguments: the folder, a port (0 takes a free one), and how many MiB the cache may have. It says
/// where it listens and runs until it is stopped.
public final class FileServer implements AutoCloseable {
  private static final int LONGEST_REQUEST = 16 << 10;
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("gif", "image/gif"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("wasm", "application/wasm"));

  private final Path root;
  private final FileCache cache;
  private final ServerSocketChannel listener;

  private FileServer(Path root, FileCache cache, ServerSocketChannel listener) {
    this.root = root;
    this.cache = cache;
    this.listener = listener;
  }

  public static void main(String[] arguments) throws IOException {
    int port = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8080;
    long cacheBytes = (arguments.length > 2 ? Long.parseLong(arguments[2]) : 64) << 20;
    try (FileServer server = start(Path.of(arguments[0]), port, cacheBytes)) {
      System.out.println("http://localhost:" + server.port() + "/");
      server.serve();
    }
  }

  /// Begins to listen, on this machine's own address.
  public static FileServer start(Path folder, int port, long cacheBytes) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
    FileCache cache = FileCache.of(cacheBytes, Duration.ofMillis(200));
    return new FileServer(folder.toRealPath(), cache, listener);
  }

  public int port() {
    return listener.socket().getLocalPort();
  }

  /// Serves until it is closed.
  public void serve() throws IOException {
    while (listener.isOpen()) {
      try {
        SocketChannel connection = listener.accept();
        Thread.ofVirtual().start(() -> talk(connection));
      } catch (java.nio.channels.ClosedChannelException e) {
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cache.close();
  }

  private void talk(SocketChannel connection) {
    try (connection) {
      connection.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
      ByteBuffer received = ByteBuffer.allocateDirect(LONGEST_REQUEST);
      while (answer(connection, received)) {
        // the next request
      }
    } catch (IOException e) {
      // The other side has gone, or a file changed while it was sent: the connection ends.
    }
  }

  /// Answers one request; says whether the connection stays open.
  private boolean answer(SocketChannel connection, ByteBuffer received) throws IOException {
    String head;
    try {
      head = head(connection, received);
    } catch (IllegalArgumentException e) {
      refuse(connection, "431 Request Header Fields Too Large", false, false);
      return false;
    }
    if (head.isEmpty()) {
      return false;
    }
    Request request = Request.of(head);
    switch (request.method()) {
      case "GET", "HEAD" -> respond(connection, request);
      case "" -> refuse(connection, "400 Bad Request", false, false);
      default -> refuse(connection, "405 Method Not Allowed\r\nAllow: GET, HEAD", false, false);
    }
    return request.staysOpen();
  }

  /// The next request's lines up to the empty one; empty if the other side has gone. What comes
  /// behind stays in the buffer.
  private static String head(SocketChannel connection, ByteBuffer received) throws IOException {
    int from = 0;
    while (true) {
      int end = end(received, from);
      if (end >= 0) {
        byte[] bytes = new byte[end];
        received.flip().get(bytes);
        received.compact();
        return new String(bytes, StandardCharsets.ISO_8859_1);
      }
      from = Math.max(0, received.position() - 3);
      if (!received.hasRemaining()) {
        throw new IllegalArgumentException("too long");
      }
      if (connection.read(received) < 0) {
        if (received.position() > 0) {
          throw new EOFException();
        }
        return "";
      }
    }
  }

  private static int end(ByteBuffer received, int from) {
    for (int i = from; i + 4 <= received.position(); i++) {
      if (received.getInt(i) == 0x0d0a0d0a) {
        return i + 4;
      }
    }
    return -1;
  }

  private void respond(SocketChannel connection, Request request) throws IOException {
    boolean body = request.method().equals("GET");
    CachedFile file;
    Path path;
    try {
      path = path(request.target());
      file = cache.open(path);
    } catch (InvalidPathException | SecurityException e) {
      refuse(connection, "403 Forbidden", request.staysOpen(), !body);
      return;
    } catch (NoSuchFileException e) {
      refuse(connection, "404 Not Found", request.staysOpen(), !body);
      return;
    } catch (FileSystemException e) {
      refuse(connection, "403 Forbidden", request.staysOpen(), !body);
      return;
    }
    try (file) {
      send(connection, request, path, file, body);
    }
  }

  private static void send(
      SocketChannel connection, Request request, Path path, CachedFile file, boolean body)
      throws IOException {
    String tag = "\"%x-%x\"".formatted(file.size(), file.modified().toEpochMilli());
    if (request.header("if-none-match").equals(tag)) {
      write(connection, "HTTP/1.1 304 Not Modified\r\nETag: " + tag + "\r\n\r\n");
      return;
    }
    long[] range = request.range(file.size());
    if (range.length == 0) {
      refuse(
          connection,
          "416 Range Not Satisfiable\r\nContent-Range: bytes */" + file.size(),
          request.staysOpen(),
          !body);
      return;
    }
    boolean part = range[1] - range[0] < file.size();
    StringBuilder head = new StringBuilder(256);
    head.append(part ? "HTTP/1.1 206 Partial Content" : "HTTP/1.1 200 OK");
    head.append("\r\nContent-Type: ").append(type(path));
    head.append("\r\nContent-Length: ").append(range[1] - range[0]);
    head.append("\r\nLast-Modified: ").append(date(file.modified()));
    head.append("\r\nETag: ").append(tag).append("\r\nAccept-Ranges: bytes");
    if (part) {
      head.append("\r\nContent-Range: bytes %d-%d/%d".formatted(range[0], range[1] - 1, file.size()));
    }
    head.append(request.staysOpen() ? "\r\n\r\n" : "\r\nConnection: close\r\n\r\n");
    write(connection, head.toString());
    if (body) {
      long _ = file.writeTo(connection, range[0], range[1] - range[0]);
    }
  }

  /// The file that a target names, which lies below the root whatever links there are.
  private Path path(String target) throws IOException {
    int query = target.indexOf('?');
    String decoded = decoded(query < 0 ? target : target.substring(0, query));
    if (!decoded.startsWith("/") || decoded.indexOf('\0') >= 0 || decoded.indexOf('\\') >= 0) {
      throw new SecurityException("no path below the root");
    }
    Path path = root.resolve(decoded.substring(1)).normalize();
    if (!path.startsWith(root)) {
      throw new SecurityException("no path below the root");
    }
    Path file = Files.isDirectory(path) ? path.resolve("index.html") : path;
    Path real = file.toRealPath();
    if (!real.startsWith(root)) {
      throw new SecurityException("no path below the root");
    }
    return real;
  }

  private static String decoded(String target) {
    byte[] bytes = target.getBytes(StandardCharsets.ISO_8859_1);
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      byte value = bytes[i];
      if (value == '%') {
        if (i + 2 >= bytes.length) {
          throw new SecurityException("half an escape");
        }
        int high = Character.digit(bytes[i + 1], 16);
        int low = Character.digit(bytes[i + 2], 16);
        if (high < 0 || low < 0) {
          throw new SecurityException("no escape");
        }
        value = (byte) (high << 4 | low);
        i += 2;
      }
      bytes[length++] = value;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static String type(Path path) {
    String name = String.valueOf(path.getFileName());
    String suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(suffix, "application/octet-stream");
  }

  private static String date(Instant instant) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC))
        .replace("+0000", "GMT");
  }

  private static void refuse(
      SocketChannel connection, String status, boolean staysOpen, boolean headOnly)
      throws IOException {
    String text = status.lines().findFirst().orElse("") + "\n";
    write(
        connection,
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: text/plain\r\nContent-Length: "
            + text.length()
            + (staysOpen ? "\r\n\r\n" : "\r\nConnection: close\r\n\r\n")
            + (headOnly ? "" : text));
  }

  private static void write(SocketChannel connection, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    while (bytes.hasRemaining()) {
      int _ = connection.write(bytes);
    }
  }

  /// The lines of a request.
  private record Request(String method, String target, String version, String head) {
    static Request of(String head) {
      String[] parts = head.substring(0, head.indexOf("\r\n")).split(" ", -1);
      boolean sound = parts.length == 3 && parts[2].startsWith("HTTP/1.");
      return sound
          ? new Request(parts[0], parts[1], parts[2], head)
          : new Request("", "", "", head);
    }

    /// A field's value, or nothing.
    String header(String name) {
      for (String line : head.split("\r\n")) {
        int colon = line.indexOf(':');
        if (colon == name.length() && line.substring(0, colon).toLowerCase(Locale.ROOT).equals(name)) {
          return line.substring(colon + 1).strip();
        }
      }
      return "";
    }

    boolean staysOpen() {
      String connection = header("connection").toLowerCase(Locale.ROOT);
      boolean body = !header("content-length").isEmpty() || !header("transfer-encoding").isEmpty();
      boolean known = method.equals("GET") || method.equals("HEAD");
      boolean wanted =
          version.equals("HTTP/1.0") ? connection.equals("keep-alive") : !connection.equals("close");
      return wanted && known && !body;
    }

    /// The bytes that are asked for, their end behind them; nothing if there are none such.
    long[] range(long size) {
      String range = header("range");
      if (!range.matches("bytes=(\\d{1,18}-\\d{0,18}|-\\d{1,18})")) {
        return new long[] {0, size};
      }
      String[] ends = range.substring("bytes=".length()).split("-", -1);
      if (ends[0].isEmpty()) {
        long last = Math.min(size, Long.parseLong(ends[1]));
        return last == 0 ? new long[0] : new long[] {size - last, size};
      }
      long from = Long.parseLong(ends[0]);
      long to = ends[1].isEmpty() ? size : Math.min(size, Long.parseLong(ends[1]) + 1);
      return from >= size || from >= to ? new long[0] : new long[] {from, to};
    }
  }
}
