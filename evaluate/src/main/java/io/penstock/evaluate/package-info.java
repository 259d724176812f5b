/// The evaluation: what is measured, how, and what came of it.
@NullMarked
package io.penstock.evaluate;

import org.jspecify.annotations.NullMarked;
