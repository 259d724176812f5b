package io.penstock.codecs.fory;

import io.penstock.object.ObjectLimits;
import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.resolver.ClassResolver;

/// The configuration that all Fory instances of a codec share.
record Settings(List<Class<?>> classes, ObjectLimits limits, Sharing sharing) {
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
            .withRefTracking(sharing == Sharing.KEPT)
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
}
