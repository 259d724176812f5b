import io.penstock.codecs.lz4.Lz4Codec;
import io.penstock.compress.Codec;

/// The codec LZ4, by lz4-java.
@SuppressWarnings("module") // the digit belongs to the name of the format
module io.penstock.lz4 {
  requires static org.jspecify;
  requires transitive io.penstock.compress;
  requires org.lz4.java;

  exports io.penstock.codecs.lz4;

  provides Codec with
      Lz4Codec;
}
