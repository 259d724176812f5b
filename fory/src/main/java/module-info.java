/// The object codec of Apache Fory.
///
/// The JVM opens `java.lang.invoke` to Fory by an option; see
/// [io.penstock.codecs.fory.ForyObjectCodec].
module io.penstock.fory {
  requires static org.jspecify;
  requires transitive io.penstock.object;
  requires org.apache.fory.core;

  exports io.penstock.codecs.fory;
}
