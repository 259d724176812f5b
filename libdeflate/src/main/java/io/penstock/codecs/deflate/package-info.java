/// Deflate by libdeflate, which aircompressor brings along and calls without JNI.
@NullMarked
package io.penstock.codecs.deflate;

import org.jspecify.annotations.NullMarked;
