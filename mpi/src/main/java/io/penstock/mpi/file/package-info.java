/// Array files that ranks share, by MPI-IO.
@NullMarked
package io.penstock.mpi.file;

import org.jspecify.annotations.NullMarked;
