/// The chapter of the evaluation about text: counting, cutting, looking up, parsing and writing.
@NullMarked
package io.penstock.evaluate.text;

import org.jspecify.annotations.NullMarked;
