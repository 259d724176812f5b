/// The entry of a rank's process that `penstock run` has an MPI launcher start.
@NullMarked
package io.penstock.mpi.launch;

import org.jspecify.annotations.NullMarked;
