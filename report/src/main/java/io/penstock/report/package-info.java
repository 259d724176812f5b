/// The outcome of an evaluation as records, and its reports: live progress, a table in the
/// terminal, one self-contained page, one JSON file, and the comparison with an earlier one.
@NullMarked
package io.penstock.report;

import org.jspecify.annotations.NullMarked;
