/// What an object stream consists of, as a page and as JSON.
@NullMarked
package io.penstock.cli.object;

import org.jspecify.annotations.NullMarked;
