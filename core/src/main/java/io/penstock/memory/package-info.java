/// Where bytes rest on the way: aligned memory off the heap that is used again and again.
@NullMarked
package io.penstock.memory;

import org.jspecify.annotations.NullMarked;
