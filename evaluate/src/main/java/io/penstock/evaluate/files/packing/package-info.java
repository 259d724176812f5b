/// The part of the chapter on files that is about compression: what it costs to pack and unpack
/// them, and to read what is packed.
@NullMarked
package io.penstock.evaluate.files.packing;

import org.jspecify.annotations.NullMarked;
