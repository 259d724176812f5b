/// LZ4 by lz4-java, in the frames of the `lz4` command.
@NullMarked
package io.penstock.codecs.lz4;

import org.jspecify.annotations.NullMarked;
