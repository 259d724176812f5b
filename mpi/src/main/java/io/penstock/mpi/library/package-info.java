/// Finds the MPI library that belongs to this process, loads it without harm to the JVM, and binds
/// its functions.
@NullMarked
package io.penstock.mpi.library;

import org.jspecify.annotations.NullMarked;
