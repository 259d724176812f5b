import io.penstock.codecs.deflate.Libdeflate;
import io.penstock.compress.DeflateLibrary;

/// DEFLATE by libdeflate, for gzip and zip.
module io.penstock.libdeflate {
  requires static org.jspecify;
  requires transitive io.penstock.compress;
  requires aircompressor.v3;

  exports io.penstock.codecs.deflate;

  provides DeflateLibrary with
      Libdeflate;
}
