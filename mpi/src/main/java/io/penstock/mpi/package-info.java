/// MPI from Java, by the MPI library that is installed.
@NullMarked
package io.penstock.mpi;

import org.jspecify.annotations.NullMarked;
