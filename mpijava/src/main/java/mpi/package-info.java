/// The API of mpiJava 1.2, as MPJ Express has it.
@NullMarked
package mpi;

import org.jspecify.annotations.NullMarked;
