/// Objects as bytes, within limits: the service of codecs, and the codec of the JDK's
/// serialization.
///
/// ```java
/// ObjectCodec codec = JdkObjectCodec.allowing(Order.class, Customer.class);
/// codec.encode(order, out);
/// Order copy = (Order) codec.decode(in);
/// ```
///
/// A codec reads the classes that it is told and no others, exactly one object, and not a byte
/// beyond. Codecs are values for any number of threads.
module io.penstock.object {
  requires static org.jspecify;
  requires transitive io.penstock;

  exports io.penstock.object;
}
