package io.penstock.object;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Walks through one object in the JDK's serialization format and makes nothing of it but a copy of
/// its bytes: it finds out what reading the object would do before it is done.
///
/// Source: *Java Object Serialization Specification*, chapter 6. Refused though lawful: proxies,
/// exceptions, class descriptions as objects, protocol version 1; the codec writes none of them.
///
/// Who chooses the keys of a hash table can give them all the same hash code. How many comparisons
/// that would cost is counted: a table that keeps colliding keys in order makes do with few while
/// all are of one class that has an order; any other key is compared with all before it.
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
  private static final int RESET = 0x79;
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

  /// Of the JDK's classes those with an order that agrees with what is equal.
  private static final Set<String> ORDERED =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Short",
          "java.lang.Character",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.math.BigInteger",
          "java.util.UUID",
          "java.util.Date");

  /// Tables that put colliding keys in order.
  private static final Set<String> TREES =
      Set.of("java.util.HashMap", "java.util.HashSet", "java.util.concurrent.ConcurrentHashMap");

  private static final Set<String> SETS = Set.of("java.util.HashSet");

  /// Tables that compare colliding keys one after the other.
  private static final Set<String> CHAINS = Set.of("java.util.Hashtable");

  /// What immutable collections are written as: its field says which.
  private static final String IMMUTABLE = "java.util.CollSer";

  private static final int IMMUTABLE_SET = 2;
  private static final int IMMUTABLE_MAP = 3;

  /// Of what is equal to itself alone, and whose hash code nobody can choose.
  private static final String IDENTITY = "identity";

  private static final String NO_ORDER = "";
  private static final String STRINGS = "java.lang.String";

  private static final StringHandle SOME_STRING = new StringHandle();

  private final ScanInput in;
  private final AllowedClasses allowed;
  private final ObjectLimits limits;
  private final List<Handle> handles = new ArrayList<>();
  private long references;
  private long annotated;
  private long comparisons;

  /// What the order of the object is that was scanned last: its class, or one of the above.
  private String order = NO_ORDER;

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
    String order = NO_ORDER;

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
    int code = in.unsignedByte();
    while (code == RESET) { // nothing was written yet that could be forgotten
      code = in.unsignedByte();
    }
    content(code, 1);
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
    order = IDENTITY;
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
      case ObjectHandle object -> {
        order = object.order;
        yield object.unfolded;
      }
      case StringHandle _ -> {
        order = STRINGS;
        yield 1;
      }
      case ClassHandle _ -> throw in.refusal("a class where an object belongs");
    };
  }

  private long string(long bytes) throws IOException {
    handles.add(SOME_STRING);
    in.skip(bytes);
    order = STRINGS;
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

  private ObjectHandle newObject(String ordered) {
    ObjectHandle made = new ObjectHandle();
    made.order = ordered;
    handles.add(made);
    return made;
  }

  private long enumConstant(int depth) throws IOException {
    classOf(depth);
    newObject(IDENTITY);
    text(depth);
    order = IDENTITY;
    return 1;
  }

  private long classObject(int depth) throws IOException {
    classOf(depth);
    newObject(IDENTITY);
    order = IDENTITY;
    return 1;
  }

  private long array(int depth) throws IOException {
    ClassHandle type = classOf(depth);
    require(type.name.length() > 1 && type.name.charAt(0) == '[', "an array of no array class");
    ObjectHandle made = newObject(IDENTITY);
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
      order = IDENTITY;
      return unfolded;
    }
    in.skip(length * width(element));
    order = IDENTITY;
    return 1;
  }

  private long object(int depth) throws IOException {
    ClassHandle type = classOf(depth);
    ObjectHandle made = newObject(ORDERED.contains(type.name) ? type.name : NO_ORDER);
    long unfolded = 1;
    for (ClassHandle part : type.above) {
      unfolded = sum(unfolded, part(part, depth));
    }
    made.unfolded = sum(unfolded, part(type, depth));
    order = made.order;
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
    Table table = table(type);
    for (int i = 0; i < type.fields.references; i++) {
      unfolded = sum(unfolded, content(in.unsignedByte(), depth + 1));
    }
    return type.has(WRITE_METHOD) ? sum(unfolded, annotation(depth, table)) : unfolded;
  }

  /// Passes by the primitive values of a class, and says which table they belong to.
  private Table table(ClassHandle type) throws IOException {
    boolean immutable = type.name.equals(IMMUTABLE) && type.fields.primitiveBytes == Integer.BYTES;
    if (immutable) {
      int kind = in.integer() & 0xff;
      return switch (kind) {
        case IMMUTABLE_SET -> new Table(false, 1);
        case IMMUTABLE_MAP -> new Table(false, 2);
        default -> Table.NONE;
      };
    }
    in.skip(type.fields.primitiveBytes);
    return TREES.contains(type.name) || CHAINS.contains(type.name)
        ? new Table(TREES.contains(type.name), SETS.contains(type.name) ? 1 : 2)
        : Table.NONE;
  }

  /// The keys of a hash table so far.
  private static final class Table {
    static final Table NONE = new Table(false, 0);

    private final boolean sorts;
    private final int step;
    private String first = "";
    private long contents;
    private long unordered;

    /// @param sorts whether it puts colliding keys in order
    /// @param step how many objects there are for each key, this first; 0 if this is no table
    Table(boolean sorts, int step) {
      this.sorts = sorts;
      this.step = step;
    }

    /// One more of its objects.
    ///
    /// @return how many keys it would be compared with
    long add(String order) {
      if (step == 0 || contents++ % step != 0 || order.equals(IDENTITY)) {
        return 0;
      }
      if (sorts && !order.equals(NO_ORDER) && (first.isEmpty() || first.equals(order))) {
        first = order;
        return 0;
      }
      return unordered++;
    }
  }

  private void compare(long keys, long unfolded) throws ObjectException {
    comparisons += keys * unfolded;
    if (comparisons > limits.comparisons()) {
      throw in.refusal(
          "keys of hash tables that may cost more comparisons than the limit of "
              + limits.comparisons());
    }
  }

  /// Scans what a class has written in its own way.
  private long annotation(int depth) throws IOException {
    return annotation(depth, Table.NONE);
  }

  private long annotation(int depth, Table table) throws IOException {
    long unfolded = 0;
    while (true) {
      int code = in.unsignedByte();
      switch (code) {
        case END_BLOCK_DATA -> {
          return unfolded;
        }
        case BLOCK_DATA -> in.skip(in.unsignedByte());
        case LONG_BLOCK_DATA -> in.skip(in.integer());
        default -> {
          long more = content(code, depth + 1);
          unfolded = sum(unfolded, more);
          compare(table.add(order), more);
        }
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
    annotated = sum(annotated, annotation(depth));
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
