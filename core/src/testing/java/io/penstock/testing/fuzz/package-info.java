/// Campaigns of made-up inputs for the decoders of several modules.
@NullMarked
package io.penstock.testing.fuzz;

import org.jspecify.annotations.NullMarked;
