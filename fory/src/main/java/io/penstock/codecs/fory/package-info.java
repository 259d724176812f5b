/// Objects as bytes by Apache Fory.
@NullMarked
package io.penstock.codecs.fory;

import org.jspecify.annotations.NullMarked;
