package io.penstock.codecs.fory;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.exception.InsecureException;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/// The classes that Fory serializes unasked and that load or run code of the sender's choice:
/// lambdas, proxies and classes.
final class Forbidden extends Serializer<Object> {
  private final String name;

  private Forbidden(TypeResolver resolver, Class<Object> type) {
    super(resolver.getConfig(), type);
    name = type.getName();
  }

  /// Refuses what Fory has put in their place in bytes.
  @SuppressWarnings("unchecked") // it never has an object
  static void in(ClassResolver resolver) {
    Stream.of(
            resolver.getRegisteredClass(ClassResolver.LAMBDA_STUB_ID),
            resolver.getRegisteredClass(ClassResolver.JDK_PROXY_STUB_ID),
            SerializedLambda.class,
            Class.class)
        .forEach(
            type ->
                resolver.registerInternalSerializer(
                    type, new Forbidden(resolver, (Class<Object>) type)));
  }

  /// Refuses them when they are written; for all other classes Fory knows better.
  static @Nullable Serializer<?> serializer(TypeResolver resolver, Class<?> type) {
    if (Proxy.isProxyClass(type) || type.isHidden()) {
      throw new InsecureException(
          String.format(Locale.ROOT, "class %s is not registered", type.getName()));
    }
    return null;
  }

  @Override
  public void write(WriteContext context, Object value) {
    throw refusal();
  }

  @Override
  public Object read(ReadContext context) {
    throw refusal();
  }

  private InsecureException refusal() {
    return new InsecureException(String.format(Locale.ROOT, "class %s is not registered", name));
  }
}
