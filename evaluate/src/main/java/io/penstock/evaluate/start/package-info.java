/// The first use of a library in a fresh JVM, and whole commands.
@NullMarked
package io.penstock.evaluate.start;

import org.jspecify.annotations.NullMarked;
