import io.penstock.codecs.zstd.ZstdCodec;
import io.penstock.compress.Codec;

/// The codec zstd: by zstd-jni, or in Java where native code is denied.
module io.penstock.zstd {
  requires static org.jspecify;
  requires transitive io.penstock.compress;
  requires com.github.luben.zstd_jni;
  requires org.lz4.java; // XXH64, which frames end with
  requires aircompressor.v3;

  exports io.penstock.codecs.zstd;

  provides Codec with
      ZstdCodec;
}
