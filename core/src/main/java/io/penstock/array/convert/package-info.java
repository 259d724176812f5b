/// Conversions of numbers of one type to another, many at a time.
@NullMarked
package io.penstock.array.convert;

import org.jspecify.annotations.NullMarked;
