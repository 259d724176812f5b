package io.penstock.object.analysis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.FieldModel;
import java.lang.reflect.AccessFlag;
import java.util.Set;
import java.util.function.Supplier;

/// Classes as they would be if some of their fields were `transient`.
final class TransientVariant extends ClassLoader {
  private final Class<?> outer;
  private final Set<String> fields;

  /// @param outer a class whose nested classes are changed, and itself
  /// @param fields class and field, as in [FieldBytes#name]
  TransientVariant(Class<?> outer, Set<String> fields) {
    super(outer.getClassLoader());
    this.outer = outer;
    this.fields = fields;
  }

  /// The serialized form of what the changed class, a supplier of it, supplies.
  byte[] stream(Object... arguments) throws ReflectiveOperationException, IOException {
    Class<?>[] types = new Class<?>[arguments.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = arguments[i] instanceof Long ? long.class : arguments[i].getClass();
    }
    var constructor = loadClass(outer.getName()).getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return serialized(((Supplier<?>) constructor.newInstance(arguments)).get());
  }

  static byte[] serialized(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.equals(outer.getName()) && !name.startsWith(outer.getName() + "$")) {
      return super.loadClass(name, resolve);
    }
    Class<?> known = findLoadedClass(name);
    return known != null ? known : changed(name);
  }

  private Class<?> changed(String name) throws ClassNotFoundException {
    String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
    try (InputStream in = outer.getResourceAsStream(file)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      ClassModel model = ClassFile.of().parse(in.readAllBytes());
      byte[] bytes = ClassFile.of().transformClass(model, transform(name));
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private ClassTransform transform(String name) {
    return (builder, element) -> {
      if (element instanceof FieldModel field
          && fields.contains(name + "." + field.fieldName().stringValue())) {
        builder.withField(
            field.fieldName(),
            field.fieldType(),
            changed -> changed.withFlags(field.flags().flagsMask() | AccessFlag.TRANSIENT.mask()));
      } else {
        builder.with(element);
      }
    };
  }
}
