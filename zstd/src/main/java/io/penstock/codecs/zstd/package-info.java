/// zstd by zstd-jni, which has the library itself inside, or by aircompressor's Java.
@NullMarked
package io.penstock.codecs.zstd;

import org.jspecify.annotations.NullMarked;
