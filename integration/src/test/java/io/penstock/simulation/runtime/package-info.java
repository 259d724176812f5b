/// A deterministic scheduler with virtual time, a network and the rewriting of calls by which code
/// of the library runs in it unchanged.
@NullMarked
package io.penstock.simulation.runtime;

import org.jspecify.annotations.NullMarked;
