/// Runs of parts of the library under one seeded scheduler with virtual time.
@NullMarked
package io.penstock.simulation;

import org.jspecify.annotations.NullMarked;
