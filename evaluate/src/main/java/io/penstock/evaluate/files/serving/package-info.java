/// Hot files in memory, and servers of files.
@NullMarked
package io.penstock.evaluate.files.serving;

import org.jspecify.annotations.NullMarked;
