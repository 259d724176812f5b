/// UTF-8 as bytes: whether it is well-formed and where not, and to and from the chars of Java.
///
/// Well-formed is what the Unicode Standard says (section 3.9, table 3-7): no surrogates, nothing
/// beyond U+10FFFF, and each character in its shortest form. Everything here is free of state and
/// safe for any thread.
@NullMarked
package io.penstock.text.utf8;

import org.jspecify.annotations.NullMarked;
