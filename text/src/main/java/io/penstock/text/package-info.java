/// Lines, fields, words and numbers of text, as bytes.
///
/// [io.penstock.text.Lines] is the entry: lines of a file, a channel or a stream, one after the
/// other or shared out to threads, as [io.penstock.text.Line]s that are views of a buffer, never
/// Strings until one is asked for. [io.penstock.text.TextCount] counts,
/// [io.penstock.text.LineIndex] finds line N, [io.penstock.text.TextWriter] writes.
///
/// Text is what the bytes say: nothing is decoded that need not be, and no byte is changed. Nothing
/// here calls native code, so that a short job does not pay for the first call of a C function.
/// Loops that the compiler turns into vectors stand alone in `ByteScan` and `LineCursor`: keep
/// their shape.
@NullMarked
package io.penstock.text;

import org.jspecify.annotations.NullMarked;
