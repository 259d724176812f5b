package io.penstock.text;

/// The counts of a text.
///
/// @param bytes how many
/// @param newlines how many of them are `\n`: what `wc -l` says
/// @param lines how many there are: one more than newlines if something follows the last of them
/// @param words how many runs there are of bytes other than ASCII's white space: what `wc -w` says
///   of text without white space of other kinds
/// @param characters how many bytes begin a character of UTF-8: in well-formed text, the characters
public record TextCount(long bytes, long newlines, long lines, long words, long characters) {
  /// What two texts have together that stay two.
  public TextCount plus(TextCount other) {
    return new TextCount(
        bytes + other.bytes,
        newlines + other.newlines,
        lines + other.lines,
        words + other.words,
        characters + other.characters);
  }
}
