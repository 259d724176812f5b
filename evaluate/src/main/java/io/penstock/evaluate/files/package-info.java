/// The chapter on files as wholes: what it costs to copy them, one or ten thousand, and to walk
/// through trees of them.
@NullMarked
package io.penstock.evaluate.files;

import org.jspecify.annotations.NullMarked;
