/// Text in files: lines, counts, saved line indexes, numbers, tokens and UTF-8, by one thread or
/// many.
///
/// ```java
/// Fields fields = Fields.separatedBy(' ');
/// Lines.of(log).forEach(line -> {
///   fields.of(line).next();
///   if (fields.skip(8)) {
///     bytes += fields.field().parseLong();
///   }
/// });
/// ```
///
/// - [io.penstock.text.Lines]: the lines of a file, channel or stream, as views of a buffer, which
///   last until the next line.
/// - [io.penstock.text.LineFollower]: the lines of a file that grows, through rotations.
/// - [io.penstock.text.LineIndex]: line N of a file, by an index that can be saved.
/// - [io.penstock.text.TextWriter] and [io.penstock.text.Template]: formatted output.
/// - [io.penstock.text.token.Words]: words and tokens; [io.penstock.text.number.DecimalParser]:
///   numbers; [io.penstock.text.utf8.Utf8Codec]: strings.
///
/// Nothing here calls native code by itself; long files are read through the core's engines.
module io.penstock.text {
  requires static org.jspecify;
  requires transitive io.penstock;

  exports io.penstock.text;
  exports io.penstock.text.number;
  exports io.penstock.text.token;
  exports io.penstock.text.utf8;
}
