/// The comparison of the evaluation's figures with those of plain loops and whole commands, which
/// share no code with the machinery that measures.
@NullMarked
package io.penstock.evaluate.check;

import org.jspecify.annotations.NullMarked;
