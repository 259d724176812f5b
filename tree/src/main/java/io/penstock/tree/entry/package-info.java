/// The types of entries of folders, and the attributes that the file system has of them.
@NullMarked
package io.penstock.tree.entry;

import org.jspecify.annotations.NullMarked;
