/// The engine that calls pread(2) and pwrite(2) itself: no lock, no hidden buffer, no channel that
/// an interrupt closes. Linux and macOS.
@NullMarked
package io.penstock.file.posix;

import org.jspecify.annotations.NullMarked;
