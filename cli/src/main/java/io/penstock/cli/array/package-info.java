/// What the verb `array` does to whole arrays: slices, conversions and statistics, by many threads
/// in bounded memory.
@NullMarked
package io.penstock.cli.array;

import org.jspecify.annotations.NullMarked;
