/// What a person or a machine sees of an evaluation: live progress, a table in the terminal, one
/// self-contained page, one JSON file, and the comparison with an earlier one.
@NullMarked
package io.penstock.evaluate.report;

import org.jspecify.annotations.NullMarked;
