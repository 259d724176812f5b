/// The engine that maps the file into memory and copies. Fastest for what is read again and again
/// and stays in the page cache.
@NullMarked
package io.penstock.file.mapped;

import org.jspecify.annotations.NullMarked;
