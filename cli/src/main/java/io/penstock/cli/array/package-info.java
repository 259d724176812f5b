/// Operations on whole array files for the verb `array`: slices, conversions and statistics, by
/// many threads in bounded memory.
@NullMarked
package io.penstock.cli.array;

import org.jspecify.annotations.NullMarked;
