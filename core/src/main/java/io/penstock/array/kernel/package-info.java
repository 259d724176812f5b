/// Kernels that turn runs of elements into bytes and bytes into elements.
///
/// [io.penstock.array.kernel.Kernel] is what files, messages, streams and
/// [io.penstock.array.pack.GatherScatter] are built on; other modules than Penstock's own do not
/// see it. The kernels of the seven primitive types are generated from `src/main/templates`.
@NullMarked
package io.penstock.array.kernel;

import org.jspecify.annotations.NullMarked;
