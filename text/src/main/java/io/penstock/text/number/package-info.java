/// Numbers between bytes and Java's types, without a String between.
///
/// Parsers and writers are exact: what [java.lang.Double#parseDouble] and
/// [java.lang.Double#toString] say is what they say. All are free of state and safe for any thread.
@NullMarked
package io.penstock.text.number;

import org.jspecify.annotations.NullMarked;
