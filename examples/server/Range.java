/// The bytes of a file that are asked for (RFC 9110, section 14).
///
/// @param from the first
/// @param to behind the last
record Range(long from, long to, long size) {
  static Range whole(long size) {
    return new Range(0, size, size);
  }

  /// The one range that a field has. What is no range of bytes, or several, asks for all.
  ///
  /// @throws Refusal if the file has no such bytes
  static Range of(String field, long size) throws Refusal {
    if (!field.matches("bytes=(\\d{1,18}-\\d{0,18}|-\\d{1,18})")) {
      return whole(size);
    }
    String[] ends = field.substring("bytes=".length()).split("-", -1);
    if (ends[0].isEmpty()) {
      return new Range(size - Math.min(size, Long.parseLong(ends[1])), size, size).checked();
    }
    long to = ends[1].isEmpty() ? size : Math.min(size, Long.parseLong(ends[1]) + 1);
    boolean backwards = !ends[1].isEmpty() && Long.parseLong(ends[1]) < Long.parseLong(ends[0]);
    return backwards ? whole(size) : new Range(Long.parseLong(ends[0]), to, size).checked();
  }

  private Range checked() throws Refusal {
    if (from >= to) {
      throw Refusal.with(
          "\r\nContent-Range: bytes */" + size,
          "416 Range Not Satisfiable",
          "the file has " + size + " bytes");
    }
    return this;
  }

  boolean isPart() {
    return length() < size;
  }

  long length() {
    return to - from;
  }

  /// With CRLF before it; nothing for the whole.
  String field() {
    return isPart() ? "\r\nContent-Range: bytes " + from + "-" + (to - 1) + "/" + size : "";
  }
}
