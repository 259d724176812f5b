package io.penstock.codecs.fory;

import io.penstock.object.ObjectLimits;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.fory.Fory;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.exception.InsecureException;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/// The configuration that all Fory instances of a codec share.
///
/// @param sharing whether an object that several others refer to is written once
record Settings(List<Class<?>> classes, ObjectLimits limits, boolean sharing) {
  /// Objects and their tables are larger in memory than as bytes.
  private static final long GROWTH = 8;

  /// Fory allows arrays of what it allows.
  Settings {
    classes = classes.stream().<Class<?>>map(Settings::element).distinct().toList();
  }

  private static Class<?> element(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element;
  }

  Fory fory() {
    Fory fory =
        Fory.builder()
            .withXlang(false)
            .withCompatible(true)
            .requireClassRegistration(true)
            .registerGuavaTypes(false)
            .withDeserializeUnknownClass(false)
            .withRefTracking(sharing)
            .withMaxDepth(Math.max(2, limits.depth()))
            .withMaxGraphMemoryBytes(GROWTH * limits.bytes())
            .withClassLoader(loader())
            .build();
    classes.forEach(type -> fory.register(type, type.getName()));
    Forbidden.in((ClassResolver) fory.getTypeResolver());
    fory.registerSerializerFactory(Forbidden::serializer);
    return fory;
  }

  private ClassLoader loader() {
    return classes.stream()
        .map(Class::getClassLoader)
        .filter(loader -> loader != null)
        .findFirst()
        .orElse(Settings.class.getClassLoader());
  }

  /// The classes that Fory serializes unasked and that load or run code of the sender's choice:
  /// lambdas, proxies and classes.
  private static final class Forbidden extends Serializer<Object> {
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
}
