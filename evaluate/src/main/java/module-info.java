/// Measures every way of moving data on the user's own machine.
module io.penstock.evaluate {
  requires static org.jspecify;

  // Peers: the workers that measure them have them on their class path.
  requires static aircompressor.v3;
  requires static com.esotericsoftware.kryo;
  requires static com.github.benmanes.caffeine;
  requires static com.github.luben.zstd_jni;
  requires static com.google.protobuf;
  requires static io.netty.buffer;
  requires static io.netty.common;
  requires static io.penstock.fory;
  requires static io.penstock.libdeflate;
  requires static io.penstock.lucene;
  requires static io.penstock.lz4;
  requires static io.penstock.zstd;
  requires static java.desktop;
  requires static okio;
  requires static org.apache.fory.core;
  requires static org.apache.lucene.core;
  requires static org.objenesis;
  requires java.management;
  requires jdk.management;
  requires jdk.unsupported;
  requires io.penstock.analysis;
  requires io.penstock.compress;
  requires io.penstock.text;
  requires io.penstock.tree;
  requires transitive io.penstock.message;
  requires transitive io.penstock.report;

  exports io.penstock.evaluate.check;
  exports io.penstock.evaluate.machine;
  exports io.penstock.evaluate.run;

  uses io.penstock.evaluate.run.Chapter;

  provides io.penstock.evaluate.run.Chapter with
      io.penstock.evaluate.arrays.ArraysChapter,
      io.penstock.evaluate.arrays.BatchesChapter,
      io.penstock.evaluate.messages.MessagesChapter,
      io.penstock.evaluate.text.TextChapter,
      io.penstock.evaluate.files.FilesChapter,
      io.penstock.evaluate.objects.ObjectsChapter,
      io.penstock.evaluate.start.StartChapter;
}
