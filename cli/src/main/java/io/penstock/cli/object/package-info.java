/// The contents of an object stream, as a page and as JSON.
@NullMarked
package io.penstock.cli.object;

import org.jspecify.annotations.NullMarked;
