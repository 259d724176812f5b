/// Java objects as bytes: codecs that turn them into bytes and back under limits.
@NullMarked
package io.penstock.object;

import org.jspecify.annotations.NullMarked;
