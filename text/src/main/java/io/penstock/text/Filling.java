package io.penstock.text;

import java.io.IOException;

/// Fills the places of a [Template], one after the other; the text up to the next place follows by
/// itself. A template is done when its last place is filled: there is nothing to end.
///
/// Belongs to the [TextWriter] that handed it out, which has but one.
public final class Filling {
  private final TextWriter writer;
  private Template template = Template.of("");
  private int places;
  private int filled;

  Filling(TextWriter writer) {
    this.writer = writer;
  }

  Filling begin(Template next) throws IOException {
    check();
    template = next;
    places = next.places();
    filled = 0;
    writer.piece(next, 0);
    return this;
  }

  /// @throws IllegalStateException if a template is not filled
  void check() {
    if (filled < places) {
      throw unfilled();
    }
  }

  private IllegalStateException unfilled() {
    int missing = places - filled;
    filled = places;
    return new IllegalStateException(
        "a template was left with " + missing + " of its places not filled: " + template);
  }

  /// Fills a place with a whole number.
  ///
  /// @return this
  /// @throws IllegalStateException if all places are filled
  /// @throws IOException if the text cannot be written
  public Filling with(long value) throws IOException {
    place();
    writer.numberAndPiece(value, template, ++filled);
    return this;
  }

  /// Fills a place with the shortest text that is read as the same number.
  ///
  /// @return this
  /// @throws IllegalStateException if all places are filled
  /// @throws IOException if the text cannot be written
  public Filling with(double value) throws IOException {
    place();
    writer.number(value);
    return next();
  }

  /// Fills a place with a number of so many decimal places, as [TextWriter#fixed] does.
  ///
  /// @return this
  /// @throws IllegalStateException if all places are filled
  /// @throws IllegalArgumentException if there is no such scale
  /// @throws IOException if the text cannot be written
  public Filling with(double value, int scale) throws IOException {
    place();
    writer.fixed(value, scale);
    return next();
  }

  /// Fills a place with text.
  ///
  /// @return this
  /// @throws IllegalStateException if all places are filled
  /// @throws io.penstock.text.utf8.MalformedTextException if it has a lone surrogate, unless these
  ///   are replaced
  /// @throws IOException if the text cannot be written
  public Filling with(String text) throws IOException {
    place();
    writer.text(text);
    return next();
  }

  /// Fills a place with the bytes of a slice.
  ///
  /// @return this
  /// @throws IllegalStateException if all places are filled
  /// @throws IOException if the text cannot be written
  public Filling with(ByteSlice slice) throws IOException {
    place();
    writer.slice(slice);
    return next();
  }

  private void place() {
    if (filled == places) {
      throw full();
    }
  }

  private IllegalStateException full() {
    return new IllegalStateException("all " + filled + " places are filled: " + template);
  }

  private Filling next() throws IOException {
    writer.piece(template, ++filled);
    return this;
  }
}
