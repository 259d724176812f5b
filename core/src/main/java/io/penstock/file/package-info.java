/// Array files and byte files, their formats, and the engines that move their bytes.
///
/// [io.penstock.file.ArrayFile] is the entry for numbers, [io.penstock.file.ByteFile] for bytes at
/// any offset; [io.penstock.file.TransferListener] is told of what they move. An engine implements
/// [io.penstock.file.FileEngine] and [io.penstock.file.EngineFile] and nothing else; it knows bytes
/// and offsets, never elements. Each lives in a package of its own, and none sees another.
@NullMarked
package io.penstock.file;

import org.jspecify.annotations.NullMarked;
