/// Words and tokens of text, as bytes.
///
/// [io.penstock.text.token.Words] walks over the words of a slice by a table of bytes;
/// [io.penstock.text.token.Tokenizer] takes the place of [java.io.StreamTokenizer]. The tables have
/// an entry for each byte; what is not ASCII is decoded only where it is met.
@NullMarked
package io.penstock.text.token;

import org.jspecify.annotations.NullMarked;
