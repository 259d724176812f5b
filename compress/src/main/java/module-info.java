import io.penstock.compress.Codec;
import io.penstock.compress.DeflateLibrary;
import io.penstock.compress.GzipCodec;

/// Compressed streams, archives that are read at any offset, zip, and compressed arrays.
///
/// ```java
/// Packing packing = Packing.of(Codecs.named("zstd")).withLevel(3);
/// try (OutputStream out = Compression.seekable(Files.newOutputStream(archive), packing)) {
///   Files.copy(log, out);
/// }
/// try (SeekableFile file = SeekableFile.open(archive, Limits.defaults())) {
///   file.read(file.size() / 2, middle, 0, middle.length);
/// }
/// ```
///
/// gzip is part of this module. A module that provides a [Codec] adds its format (`zstd`, `lz4`),
/// one that provides a [DeflateLibrary] makes gzip and zip faster (`libdeflate`). Every checksum
/// and the exact end are checked, and [io.penstock.compress.Limits] bound what an archive unpacks
/// to.
module io.penstock.compress {
  requires static org.jspecify;
  requires transitive io.penstock;

  exports io.penstock.compress;

  uses Codec;
  uses DeflateLibrary;

  provides Codec with
      GzipCodec;
}
