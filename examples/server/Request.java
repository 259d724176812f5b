import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The line of a request and the fields that the server heeds (RFC 9112, sections 3 and 5).
///
/// @param headOnly whether it is a HEAD, else a GET
/// @param target the path, still with its escapes, without the query
/// @param staysOpen whether the client wants to ask more, and it is known where that begins
/// @param range of the fields the values; nothing for those that are not there
record Request(
    boolean headOnly,
    String target,
    boolean staysOpen,
    String range,
    String ifRange,
    String ifNoneMatch,
    String ifModifiedSince) {

  static final int LONGEST_LINE = 8 << 10;

  /// Reads a head.
  ///
  /// @param end behind the empty line
  static Request of(byte[] bytes, int begin, int end) throws Refusal {
    int line = lineEnd(bytes, begin);
    if (line - begin > LONGEST_LINE) {
      throw tooLong();
    }
    int method = space(bytes, begin, line);
    int target = space(bytes, method + 1, line);
    if (target != line - "HTTP/1.1".length() - 1
        || !matches(bytes, target + 1, "http/1.")
        || Character.digit(bytes[line - 1], 10) < 0) {
      throw bad("the request line is not METHOD TARGET HTTP/1.1");
    }
    boolean headOnly = named(bytes, begin, method, "HEAD");
    if (!headOnly && !named(bytes, begin, method, "GET")) {
      throw Refusal.notAllowed();
    }
    return new Head(bytes, bytes[line - 1] != '0').request(headOnly, method + 1, target, line, end);
  }

  /// The same, whose answer ends the connection.
  Request last() {
    return new Request(headOnly, target, false, range, ifRange, ifNoneMatch, ifModifiedSince);
  }

  /// The lines behind the first.
  private static final class Head {
    private final byte[] bytes;
    private final boolean persistent;
    private String range = "";
    private String ifRange = "";
    private String ifNoneMatch = "";
    private String ifModifiedSince = "";
    private boolean host;
    private boolean body;
    private String connection = "";

    Head(byte[] bytes, boolean persistent) {
      this.bytes = bytes;
      this.persistent = persistent;
    }

    Request request(boolean headOnly, int from, int to, int line, int end) throws Refusal {
      int at = line + 2;
      while (at < end - 2) {
        int next = lineEnd(bytes, at);
        field(at, next);
        at = next + 2;
      }
      if (persistent && !host) {
        throw bad("a request of HTTP/1.1 needs the field Host");
      }
      boolean open = persistent ? !connection.contains("close") : connection.contains("keep-alive");
      return new Request(
          headOnly,
          path(from, to),
          open && !body,
          headOnly ? "" : range, // means nothing to any other method (RFC 9110, section 14.2)
          ifRange,
          ifNoneMatch,
          ifModifiedSince);
    }

    private void field(int from, int to) throws Refusal {
      int colon = from;
      while (colon < to && bytes[colon] > ' ' && bytes[colon] != ':') {
        colon++;
      }
      if (colon == from || colon == to || bytes[colon] != ':') {
        throw bad("a field is not NAME: VALUE");
      }
      switch (colon - from) {
        case 4 -> {
          if (is(bytes, from, colon, "host")) {
            host();
          }
        }
        case 5 -> {
          if (is(bytes, from, colon, "range")) {
            range = value(colon, to);
          }
        }
        case 8 -> {
          if (is(bytes, from, colon, "if-range")) {
            ifRange = value(colon, to);
          }
        }
        case 10 -> {
          if (is(bytes, from, colon, "connection")) {
            connection += "," + value(colon, to).toLowerCase(Locale.ROOT);
          }
        }
        case 13 -> {
          if (is(bytes, from, colon, "if-none-match")) {
            ifNoneMatch = value(colon, to);
          }
        }
        case 14 ->
            body |= is(bytes, from, colon, "content-length") && !value(colon, to).equals("0");
        case 17 -> {
          body |= is(bytes, from, colon, "transfer-encoding");
          if (is(bytes, from, colon, "if-modified-since")) {
            ifModifiedSince = value(colon, to);
          }
        }
        default -> {
          // means nothing to this server
        }
      }
    }

    // Who takes the first of two for the host sees another request than who takes the last.
    private void host() throws Refusal {
      if (host) {
        throw bad("a request has the field Host once");
      }
      host = true;
    }

    private String value(int colon, int to) {
      return text(bytes, colon + 1, to).strip();
    }

    // Proxies send the whole address; only its path counts here.
    private String path(int from, int to) throws Refusal {
      int begin = from;
      if (matches(bytes, from, "http://")) {
        begin = from + "http://".length();
        while (begin < to && bytes[begin] != '/') {
          begin++;
        }
      }
      int end = begin;
      while (end < to && bytes[end] != '?') {
        end++;
      }
      if (begin == end || bytes[begin] != '/') {
        throw bad("the target does not begin with /");
      }
      return text(bytes, begin, end);
    }
  }

  static Refusal tooLong() {
    return Refusal.forGood("414 URI Too Long", "the request line is longer than 8 KiB");
  }

  private static Refusal bad(String why) {
    return Refusal.forGood("400 Bad Request", why);
  }

  private static int lineEnd(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != '\r') {
      at++;
    }
    return at;
  }

  private static int space(byte[] bytes, int from, int to) throws Refusal {
    for (int at = from; at < to; at++) {
      if (bytes[at] == ' ') {
        return at;
      }
    }
    throw bad("the request line is not METHOD TARGET HTTP/1.1");
  }

  // Methods are told from each other by case too.
  private static boolean named(byte[] bytes, int from, int to, String name) {
    boolean same = to - from == name.length();
    for (int i = 0; same && i < name.length(); i++) {
      same = bytes[from + i] == name.charAt(i);
    }
    return same;
  }

  private static boolean is(byte[] bytes, int from, int to, String lowerCase) {
    return to - from == lowerCase.length() && matches(bytes, from, lowerCase);
  }

  // ASCII letters without regard to their case.
  private static boolean matches(byte[] bytes, int from, String lowerCase) {
    for (int i = 0; i < lowerCase.length(); i++) {
      char wanted = lowerCase.charAt(i);
      int mask = wanted >= 'a' && wanted <= 'z' ? 0x20 : 0;
      if (from + i >= bytes.length || (bytes[from + i] | mask) != wanted) {
        return false;
      }
    }
    return true;
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
