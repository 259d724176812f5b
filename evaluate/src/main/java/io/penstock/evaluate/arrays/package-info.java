/// The chapter on array files: every way of moving an array between memory and a shared file.
@NullMarked
package io.penstock.evaluate.arrays;

import org.jspecify.annotations.NullMarked;
