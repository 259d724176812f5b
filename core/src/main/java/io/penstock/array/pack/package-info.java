/// How elements become bytes and bytes elements: the one mechanism that walks a selection in
/// contiguous runs, and the kernels that move a run.
///
/// [io.penstock.array.pack.GatherScatter] is the entry; [io.penstock.array.pack.Walk] and
/// [io.penstock.array.pack.Kernel] are what file engines, messages and streams are built on. The
/// kernels of the seven primitive types are generated from `src/main/templates`.
@NullMarked
package io.penstock.array.pack;

import org.jspecify.annotations.NullMarked;
