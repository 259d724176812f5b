/// What entries of folders are, and what the file system knows of them.
@NullMarked
package io.penstock.tree.entry;

import org.jspecify.annotations.NullMarked;
