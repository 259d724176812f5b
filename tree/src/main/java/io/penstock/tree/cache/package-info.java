/// Keeps hot files in memory, as a server of files wants them.
@NullMarked
package io.penstock.tree.cache;

import org.jspecify.annotations.NullMarked;
