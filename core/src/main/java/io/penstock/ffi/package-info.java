/// The only code that touches the foreign linker: C functions as method handles, and what their
/// results mean.
///
/// Symbols are looked up by `dlsym(RTLD_DEFAULT, name)`, so that a preloaded library that stands in
/// for the C library is seen. Not for users of Penstock; exported to its own modules alone.
@NullMarked
package io.penstock.ffi;

import org.jspecify.annotations.NullMarked;
