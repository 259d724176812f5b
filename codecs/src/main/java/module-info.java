import io.penstock.codecs.lz4.Lz4Codec;
import io.penstock.codecs.zstd.ZstdCodec;
import io.penstock.compress.Codec;

/// Codecs by other libraries: zstd and LZ4, and Fory for objects.
module io.penstock.codecs {
  requires static transitive org.jspecify;
  requires transitive io.penstock;
  requires com.github.luben.zstd_jni;
  requires org.lz4.java;

  // For those who use it: it has to be there, and opened to, by options of the JVM.
  requires static org.apache.fory.core;

  exports io.penstock.codecs.fory;
  exports io.penstock.codecs.lz4;
  exports io.penstock.codecs.zstd;

  provides Codec with
      ZstdCodec,
      Lz4Codec;
}
