/// Open folders and files, reached by single names and never through a link: by C functions, or by
/// the JDK's alone.
@NullMarked
package io.penstock.tree.folder;

import org.jspecify.annotations.NullMarked;
