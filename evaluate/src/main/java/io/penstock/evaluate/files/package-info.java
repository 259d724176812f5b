/// The chapter on files as wholes: what it costs to copy them, one or ten thousand, to walk through
/// trees of them, and to compress them.
@NullMarked
package io.penstock.evaluate.files;

import org.jspecify.annotations.NullMarked;
