/// Begins a process that `penstock run` has had an MPI launcher start as a rank.
@NullMarked
package io.penstock.mpi.launch;

import org.jspecify.annotations.NullMarked;
