package io.penstock.object;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Walks through one object in the JDK's serialization format and makes nothing of it but a copy of
/// its bytes: it finds out what reading the object would do before it is done.
///
/// Source: *Java Object Serialization Specification*, chapter 6. Refused though lawful: proxies,
/// resets, exceptions, class descriptions as objects, annotations of classes, protocol version 1;
/// the codec writes none of them.
final class ObjectScan {
  private static final int MAGIC = 0xaced;
  private static final int VERSION = 5;
  private static final int FIRST_HANDLE = 0x7e0000;

  private static final int MOST_ABOVE = 50;

  private static final int NULL = 0x70;
  private static final int REFERENCE = 0x71;
  private static final int CLASS_DESCRIPTION = 0x72;
  private static final int OBJECT = 0x73;
  private static final int STRING = 0x74;
  private static final int ARRAY = 0x75;
  private static final int CLASS = 0x76;
  private static final int BLOCK_DATA = 0x77;
  private static final int END_BLOCK_DATA = 0x78;
  private static final int LONG_BLOCK_DATA = 0x7a;
  private static final int LONG_STRING = 0x7c;
  private static final int ENUM = 0x7e;

  private static final int WRITE_METHOD = 1;
  private static final int SERIALIZABLE = 2;
  private static final int EXTERNALIZABLE = 4;
  private static final int WITH_BLOCK_DATA = 8;

  private static final StringHandle SOME_STRING = new StringHandle();

  private final ScanInput in;
  private final AllowedClasses allowed;
  private final ObjectLimits limits;
  private final List<Handle> handles = new ArrayList<>();
  private long references;

  ObjectScan(ScanInput in, AllowedClasses allowed, ObjectLimits limits) {
    this.in = in;
    this.allowed = allowed;
    this.limits = limits;
  }

  /// What a reference may refer to: a class, a string, or something that a walk goes into.
  private sealed interface Handle permits ClassHandle, StringHandle, ObjectHandle {}

  private record StringHandle() implements Handle {}

  /// What an object has of each class: first its primitive values, then what it refers to.
  private record Fields(long primitiveBytes, int references) {}

  private record ClassHandle(String name, int flags, Fields fields, List<ClassHandle> above)
      implements Handle {
    boolean has(int flag) {
      return (flags & flag) != 0;
    }
  }

  private static final class ObjectHandle implements Handle {
    /// How many objects a walk meets in it; 1 while it is not known, as one that goes in circles
    /// does not end anyway.
    long unfolded = 1;
  }

  /// Reads one object after its first two bytes.
  ///
  /// @param magic these
  /// @return all its bytes
  /// @throws ObjectException if it is not allowed, breaks a limit, or is none
  byte[] scan(int magic) throws IOException {
    require(magic == MAGIC && in.unsignedShort() == VERSION, "this is no object");
    content(in.unsignedByte(), 1);
    return in.bytes();
  }

  private void require(boolean met, String otherwise) throws ObjectException {
    if (!met) {
      throw in.refusal(otherwise);
    }
  }

  /// Scans what may stand where an object is expected, after its first byte.
  ///
  /// @return how many objects a walk meets in it
  private long content(int code, int depth) throws IOException {
    count(depth);
    return switch (code) {
      case NULL -> 1;
      case REFERENCE -> unfolded(reference());
      case STRING -> string(in.unsignedShort());
      case LONG_STRING -> string(in.length());
      case OBJECT -> object(depth);
      case ARRAY -> array(depth);
      case ENUM -> enumConstant(depth);
      case CLASS -> classObject(depth);
      default ->
          throw in.refusal(String.format(Locale.ROOT, "unknown or forbidden code 0x%02x", code));
    };
  }

  private void count(int depth) throws ObjectException {
    if (depth > limits.depth()) {
      throw in.refusal("objects nested deeper than the limit of " + limits.depth());
    }
    if (++references > limits.references()) {
      throw in.refusal("more references than the limit of " + limits.references());
    }
  }

  private long sum(long unfolded, long more) throws ObjectException {
    long sum = unfolded + more;
    if (sum > limits.unfolded()) {
      throw in.refusal("unfolds to more objects than the limit of " + limits.unfolded());
    }
    return sum;
  }

  private Handle reference() throws IOException {
    long number = in.integer() - (long) FIRST_HANDLE;
    require(number >= 0 && number < handles.size(), "a reference to nothing");
    return handles.get((int) number);
  }

  private long unfolded(Handle handle) throws ObjectException {
    return switch (handle) {
      case ObjectHandle object -> object.unfolded;
      case StringHandle _ -> 1;
      case ClassHandle _ -> throw in.refusal("a class where an object belongs");
    };
  }

  private long string(long bytes) throws IOException {
    handles.add(SOME_STRING);
    in.skip(bytes);
    return 1;
  }

  /// Scans the name of a field's class or of an enum constant.
  private void text(int depth) throws IOException {
    int code = in.unsignedByte();
    count(depth);
    switch (code) {
      case STRING -> string(in.unsignedShort());
      case REFERENCE -> require(reference() instanceof StringHandle, "no string");
      default -> throw in.refusal("no string");
    }
  }

  private ObjectHandle newObject() {
    ObjectHandle made = new ObjectHandle();
    handles.add(made);
    return made;
  }

  private long enumConstant(int depth) throws IOException {
    classOf(depth);
    newObject();
    text(depth);
    return 1;
  }

  private long classObject(int depth) throws IOException {
    classOf(depth);
    newObject();
    return 1;
  }

  private long array(int depth) throws IOException {
    ClassHandle type = classOf(depth);
    require(type.name.length() > 1 && type.name.charAt(0) == '[', "an array of no array class");
    ObjectHandle made = newObject();
    long length = in.integer();
    require(length >= 0, "an array of negative length");
    if (length > limits.arrayLength()) {
      throw in.refusal(
          String.format(
              Locale.ROOT,
              "an array of %d elements, above the limit of %d",
              length,
              limits.arrayLength()));
    }
    char element = type.name.charAt(1);
    if (element == 'L' || element == '[') {
      long unfolded = 1;
      for (long i = 0; i < length; i++) {
        unfolded = sum(unfolded, content(in.unsignedByte(), depth + 1));
      }
      made.unfolded = unfolded;
      return unfolded;
    }
    in.skip(length * width(element));
    return 1;
  }

  private long object(int depth) throws IOException {
    ClassHandle type = classOf(depth);
    ObjectHandle made = newObject();
    long unfolded = 1;
    for (ClassHandle part : type.above) {
      unfolded = sum(unfolded, part(part, depth));
    }
    made.unfolded = sum(unfolded, part(type, depth));
    return made.unfolded;
  }

  /// Scans what one class of an object's line has written.
  private long part(ClassHandle type, int depth) throws IOException {
    if (type.has(EXTERNALIZABLE)) {
      require(type.has(WITH_BLOCK_DATA) && !type.has(SERIALIZABLE), "unknown flags of a class");
      return annotation(depth);
    }
    require(type.has(SERIALIZABLE), "an object of a class that is not serializable");
    long unfolded = 0;
    in.skip(type.fields.primitiveBytes);
    for (int i = 0; i < type.fields.references; i++) {
      unfolded = sum(unfolded, content(in.unsignedByte(), depth + 1));
    }
    return type.has(WRITE_METHOD) ? sum(unfolded, annotation(depth)) : unfolded;
  }

  /// Scans what a class has written in its own way.
  private long annotation(int depth) throws IOException {
    long unfolded = 0;
    while (true) {
      int code = in.unsignedByte();
      switch (code) {
        case END_BLOCK_DATA -> {
          return unfolded;
        }
        case BLOCK_DATA -> in.skip(in.unsignedByte());
        case LONG_BLOCK_DATA -> in.skip(in.integer());
        default -> unfolded = sum(unfolded, content(code, depth + 1));
      }
    }
  }

  private ClassHandle classOf(int depth) throws IOException {
    int code = in.unsignedByte();
    return switch (code) {
      case CLASS_DESCRIPTION -> describedClass(depth);
      case REFERENCE -> {
        if (reference() instanceof ClassHandle type) {
          yield type;
        }
        throw in.refusal("no class");
      }
      default ->
          throw in.refusal(String.format(Locale.ROOT, "no class, or a proxy: code 0x%02x", code));
    };
  }

  private ClassHandle describedClass(int depth) throws IOException {
    count(depth);
    String name = in.text();
    if (!allowed.allows(name)) {
      throw in.refusal(String.format(Locale.ROOT, "class %s is not allowed", name));
    }
    in.skip(Long.BYTES);
    int handle = handles.size();
    handles.add(SOME_STRING);
    int flags = in.unsignedByte();
    Fields fields = fields(depth);
    require(in.unsignedByte() == END_BLOCK_DATA, "an annotated class");
    ClassHandle type = new ClassHandle(name, flags, fields, above(depth));
    handles.set(handle, type);
    return type;
  }

  private Fields fields(int depth) throws IOException {
    int count = in.unsignedShort();
    long primitiveBytes = 0;
    int references = 0;
    for (int i = 0; i < count; i++) {
      char type = (char) in.unsignedByte();
      in.skip(in.unsignedShort());
      if (type == 'L' || type == '[') {
        text(depth);
        references++;
      } else {
        require(width(type) > 0, "a field of unknown type");
        require(references == 0, "a primitive field behind one that refers to something");
        primitiveBytes += width(type);
      }
    }
    return new Fields(primitiveBytes, references);
  }

  /// The classes that a class extends, the first of the line first.
  private List<ClassHandle> above(int depth) throws IOException {
    int code = in.unsignedByte();
    if (code == NULL) {
      return List.of();
    }
    ClassHandle direct;
    if (code == CLASS_DESCRIPTION) {
      direct = describedClass(depth + 1);
    } else if (code == REFERENCE && reference() instanceof ClassHandle known) {
      direct = known;
    } else {
      throw in.refusal("no superclass");
    }
    require(direct.above.size() < MOST_ABOVE, "a class that extends too many");
    List<ClassHandle> line = new ArrayList<>(direct.above);
    line.add(direct);
    return line;
  }

  private static int width(char type) {
    return switch (type) {
      case 'B', 'Z' -> 1;
      case 'S', 'C' -> 2;
      case 'I', 'F' -> 4;
      case 'J', 'D' -> 8;
      default -> 0;
    };
  }
}
