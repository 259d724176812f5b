/// A directory of Apache Lucene over Penstock's files, read from mapped memory or by an engine, and
/// many places together. The program brings Lucene itself: 10.0 or a later 10.
module io.penstock.lucene {
  requires static org.jspecify;
  requires transitive io.penstock;
  requires transitive org.apache.lucene.core;

  exports io.penstock.lucene;
}
