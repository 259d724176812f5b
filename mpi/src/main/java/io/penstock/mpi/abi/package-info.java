/// The differences of MPI libraries, as data: widths and values of handles, constants, statuses and
/// error classes, for each of three binary interfaces; and the functions, which they share.
///
/// Sources: the headers of Open MPI 4.1.4 and 5.0.11, MPICH 4.0.2 and 5.0.2, and *MPI: A
/// Message-Passing Interface Standard*, version 5.0, chapter 20. Tests compare each value with that
/// of a C program that was compiled with the libraries' own headers.
@NullMarked
package io.penstock.mpi.abi;

import org.jspecify.annotations.NullMarked;
