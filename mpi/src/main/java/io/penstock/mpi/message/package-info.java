/// Communicators whose messages MPI carries.
@NullMarked
package io.penstock.mpi.message;

import org.jspecify.annotations.NullMarked;
