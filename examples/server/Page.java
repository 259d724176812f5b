import io.penstock.tree.cache.CachedFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Where a target leads, and what is said of the file there. Safe for any thread.
final class Page {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
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

  private final Path path;
  private final String type;
  private volatile long lookedUp;
  private volatile Optional<State> state = Optional.empty();

  Page(Path path) {
    this.path = path;
    String name = String.valueOf(path.getFileName());
    String suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    this.type = TYPES.getOrDefault(suffix, "application/octet-stream");
  }

  /// What is sent of one state of the file.
  static final class State {
    private final long size;
    private final Instant modified;
    private final String tag;
    private final String facts;
    private final byte[] whole;

    private State(String type, long size, Instant modified) {
      this.size = size;
      this.modified = modified;
      this.tag =
          "\"%x-%x-%x\"".formatted(size, modified.getEpochSecond(), modified.getNano());
      this.facts = facts(type, modified);
      this.whole = ascii("\r\nContent-Length: " + size + facts);
    }

    private String facts(String type, Instant when) {
      return "\r\nContent-Type: "
          + type
          + "\r\nLast-Modified: "
          + DATE.format(when)
          + "\r\nETag: "
          + tag
          + "\r\nAccept-Ranges: bytes";
    }

    private boolean isOf(CachedFile file) {
      return size == file.size() && modified.equals(file.modified());
    }

    /// Tells this state from others.
    String tag() {
      return tag;
    }

    /// The fields of an answer with the whole file, each with CRLF before it.
    byte[] whole() {
      return whole;
    }

    /// Those that do not depend on how much is sent.
    String facts() {
      return facts;
    }

    /// Whether a client has it, by what it asks (RFC 9110, section 13.1).
    boolean isKnownTo(Request request) {
      if (!request.ifNoneMatch().isEmpty()) {
        return request.ifNoneMatch().equals("*") || request.ifNoneMatch().contains(tag);
      }
      return !request.ifModifiedSince().isEmpty() && !isLaterThan(request.ifModifiedSince());
    }

    private boolean isLaterThan(String date) {
      try {
        return modified.truncatedTo(ChronoUnit.SECONDS).isAfter(Instant.from(DATE.parse(date)));
      } catch (DateTimeException e) {
        return true; // no date is as if there were none
      }
    }
  }

  Path path() {
    return path;
  }

  boolean isFresh(Duration freshness) {
    return System.nanoTime() - lookedUp < freshness.toNanos();
  }

  void wasLookedUp() {
    lookedUp = System.nanoTime();
  }

  /// What is said of the file as it is.
  State state(CachedFile file) {
    Optional<State> now = state;
    if (now.isEmpty() || !now.get().isOf(file)) {
      now = Optional.of(new State(type, file.size(), file.modified()));
      state = now;
    }
    return now.get();
  }

  /// A date as HTTP has it (RFC 9110, section 5.6.7).
  static String date(Instant instant) {
    return DATE.format(instant);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
