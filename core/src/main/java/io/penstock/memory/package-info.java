/// Pools of aligned memory off the heap, and leases of it that cannot be misused.
///
/// A pool's layers, from the user down: a [io.penstock.memory.Lease] of a block; a thread cache of
/// free blocks by size class; a depot of full and empty magazines between threads (Bonwick); an
/// arena that cuts extents from regions by first fit or by buddies; a storage that gives regions.
@NullMarked
package io.penstock.memory;

import org.jspecify.annotations.NullMarked;
