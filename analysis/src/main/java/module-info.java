/// The analysis of serialized object streams: bytes by class, field and path, repeats, and what a
/// transient field would save, without loading a class that the stream names.
///
/// ```java
/// ObjectAnalysis analysis = ObjectAnalysis.of(Path.of("state.ser"));
/// analysis.savings();
/// analysis.classes();
/// ```
module io.penstock.analysis {
  requires static org.jspecify;
  requires transitive io.penstock.object;

  exports io.penstock.object.analysis;
}
