import io.penstock.codecs.deflate.Libdeflate;
import io.penstock.codecs.lz4.Lz4Codec;
import io.penstock.codecs.zstd.ZstdCodec;
import io.penstock.compress.Codec;
import io.penstock.compress.DeflateLibrary;

/// Codecs by other libraries: zstd, LZ4 and libdeflate, and Fory for objects.
module io.penstock.codecs {
  requires static org.jspecify;
  requires transitive io.penstock;
  requires com.github.luben.zstd_jni;
  requires org.lz4.java;
  requires aircompressor.v3;

  // For those who use it: it has to be there, and opened to, by options of the JVM.
  requires static org.apache.fory.core;

  exports io.penstock.codecs.deflate;
  exports io.penstock.codecs.fory;
  exports io.penstock.codecs.lz4;
  exports io.penstock.codecs.zstd;

  provides Codec with
      ZstdCodec,
      Lz4Codec;
  provides DeflateLibrary with
      Libdeflate;
}
