package io.penstock.text;

/// What a text has.
///
/// @param bytes how many
/// @param newlines how many of them are `\n`: what `wc -l` says
/// @param lines how many there are: one more than newlines if something follows the last of them
/// @param words how many runs there are of bytes other than ASCII's white space: `LC_ALL=C wc -w`
/// @param characters how many bytes begin a character of UTF-8: in well-formed text, the characters
public record TextCount(long bytes, long newlines, long lines, long words, long characters) {}
