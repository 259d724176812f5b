/// The MPI library of this process: its search, its loading without harm to the JVM, and the
/// binding of its functions.
@NullMarked
package io.penstock.mpi.library;

import org.jspecify.annotations.NullMarked;
