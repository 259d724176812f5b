/// Why a request gets no file: a status of HTTP (RFC 9110, section 15) and one line that says why.
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final String status;
  private final String fields;
  private final boolean last;

  private Refusal(String status, String fields, boolean last, String why) {
    super(why, null, false, false);
    this.status = status;
    this.fields = fields;
    this.last = last;
  }

  /// What the request asks for cannot be had; the next one may be answered.
  static Refusal of(String status, String why) {
    return new Refusal(status, "", false, why);
  }

  /// With more fields, each with CRLF before it.
  static Refusal with(String fields, String status, String why) {
    return new Refusal(status, fields, false, why);
  }

  /// It is not known where the next request begins, or nobody wants to know.
  static Refusal forGood(String status, String why) {
    return new Refusal(status, "", true, why);
  }

  /// The method is none of those that are served.
  static Refusal notAllowed() {
    return new Refusal(
        "405 Method Not Allowed", "\r\nAllow: GET, HEAD", true, "only GET and HEAD are served");
  }

  /// Whether the connection ends.
  boolean isLast() {
    return last;
  }

  String head(String date, boolean close) {
    return "HTTP/1.1 "
        + status
        + "\r\nDate: "
        + date
        + fields
        + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: "
        + text().length()
        + (close ? "\r\nConnection: close\r\n\r\n" : "\r\n\r\n");
  }

  /// The body: one line of ASCII.
  String text() {
    return status + ": " + getMessage() + "\n";
  }
}
