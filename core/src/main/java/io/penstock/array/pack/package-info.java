/// Packing of selected elements into bytes, as MPI_Pack does, and the walk that cuts a selection
/// into contiguous runs.
///
/// [io.penstock.array.pack.GatherScatter] moves the elements of a tile at once. Files, messages and
/// engines of shared files go along a [io.penstock.array.pack.Walk] piece by piece.
@NullMarked
package io.penstock.array.pack;

import org.jspecify.annotations.NullMarked;
