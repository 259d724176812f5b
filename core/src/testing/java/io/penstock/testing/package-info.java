/// What tests of several packages share.
@NullMarked
package io.penstock.testing;

import org.jspecify.annotations.NullMarked;
