/// Compressed streams and files: gzip here, other formats by [io.penstock.compress.Codec].
///
/// [io.penstock.compress.Compression] is the entry for files, streams and whole buffers,
/// [io.penstock.compress.SeekableFile] for reading at any place, and
/// [io.penstock.compress.CompressedArrays] for array files. What is read is checked in full: every
/// checksum, the exact end, andlimits against archives that unpack to more than there is room for.
@NullMarked
package io.penstock.compress;

import org.jspecify.annotations.NullMarked;
