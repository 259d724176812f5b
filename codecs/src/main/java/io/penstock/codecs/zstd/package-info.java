/// zstd by zstd-jni, which has the library itself inside.
@NullMarked
package io.penstock.codecs.zstd;

import org.jspecify.annotations.NullMarked;
