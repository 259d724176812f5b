package io.penstock.object;

import io.penstock.object.HashedKeys.Kind;
import io.penstock.object.HashedKeys.Size;
import io.penstock.object.HashedKeys.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A scan of one object in the JDK's serialization format, which makes nothing of it but a copy of
/// its bytes: it finds out what reading the object would do before it is done.
///
/// Source: *Java Object Serialization Specification*, chapter 6. Refused though lawful: proxies,
/// exceptions, class descriptions as objects, protocol version 1; the codec writes none of them.
///
/// It notes the keys of hash tables on the way, for [HashedKeys] to count what they cost when their
/// hash codes are known.
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

  /// Tables that compare keys of the same hash code.
  private static final Set<String> MAPS =
      Set.of("java.util.HashMap", "java.util.concurrent.ConcurrentHashMap");

  private static final String SET = "java.util.HashSet";
  private static final String CHAINED = "java.util.Hashtable";

  /// What immutable collections are written as: its field says which.
  private static final String IMMUTABLE = "java.util.CollSer";

  private static final int IMMUTABLE_SET = 2;
  private static final int IMMUTABLE_MAP = 3;
  private static final List<String> IMMUTABLE_FIELDS = List.of("tag");
  private static final List<String> CHAINED_FIELDS = List.of("loadFactor", "threshold");

  private static final Size NOTHING = new Size(0, 0, 0);

  private final ScanInput in;
  private final AllowedClasses allowed;
  private final ObjectLimits limits;
  private final List<Handle> handles = new ArrayList<>();
  private long references;
  private Size annotated = NOTHING;
  private long hashed;
  private int completed;

  /// What the table held that was scanned last.
  private int elements;

  private final HashedKeys keys;
  private final Set<String> written = new HashSet<>();

  ObjectScan(ScanInput in, AllowedClasses allowed, ObjectLimits limits) {
    this.in = in;
    this.allowed = allowed;
    this.limits = limits;
    this.keys = new HashedKeys(limits.comparisons());
  }

  /// What a reference may refer to: a class, or something that a walk meets.
  private sealed interface Handle permits ClassHandle, Content {}

  /// What an object has of each class: first its primitive values, then what it refers to.
  private record Fields(long primitiveBytes, List<String> primitives, int references) {}

  private record ClassHandle(String name, int flags, Fields fields, List<ClassHandle> above)
      implements Handle {
    boolean has(int flag) {
      return (flags & flag) != 0;
    }
  }

  /// An object, an array or a string.
  private static final class Content implements Handle {
    static final Content NULL = new Content();

    static {
      NULL.number = HashedKeys.NULL;
    }

    /// What it comes to; 1 while it is not known, as a walk that goes in circles does not end
    /// anyway.
    Size size = Size.ONE;

    /// How many objects were complete before it was.
    int number = HashedKeys.OPEN;

    boolean string;
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

  /// The keys of its hash tables, after the scan.
  HashedKeys keys() {
    return keys;
  }

  /// The classes that write something of their own, or extend such, after the scan.
  Set<String> written() {
    return written;
  }

  /// Scans what may stand where an object is expected, after its first byte.
  private Content content(int code, int depth) throws IOException {
    count(depth);
    return switch (code) {
      case NULL -> Content.NULL;
      case REFERENCE -> {
        if (reference() instanceof Content content) {
          yield content;
        }
        throw in.refusal("a class where an object belongs");
      }
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

  private Size sum(Size size, Size more) throws ObjectException {
    Size sum = size.plus(more);
    if (sum.objects() > limits.unfolded()) {
      throw in.refusal("unfolds to more objects than the limit of " + limits.unfolded());
    }
    return sum;
  }

  private Handle reference() throws IOException {
    long number = in.integer() - (long) FIRST_HANDLE;
    require(number >= 0 && number < handles.size(), "a reference to nothing");
    return handles.get((int) number);
  }

  private Content begun() {
    Content made = new Content();
    handles.add(made);
    return made;
  }

  private Content completed(Content content, Size size) {
    content.size = size;
    content.number = completed++;
    return content;
  }

  private Content string(long bytes) throws IOException {
    Content made = begun();
    made.string = true;
    in.skip(bytes);
    return completed(made, Size.ofBytes(bytes));
  }

  /// Scans the name of a field's class or of an enum constant.
  private void text(int depth) throws IOException {
    int code = in.unsignedByte();
    count(depth);
    switch (code) {
      case STRING -> {
        Content made = begun();
        made.string = true;
        made.number = keys.text(in.text());
      }
      case REFERENCE ->
          require(reference() instanceof Content content && content.string, "no string");
      default -> throw in.refusal("no string");
    }
  }

  private Content enumConstant(int depth) throws IOException {
    classOf(depth);
    Content made = begun();
    text(depth);
    return completed(made, Size.ONE);
  }

  private Content classObject(int depth) throws IOException {
    classOf(depth);
    return begun();
  }

  private Content array(int depth) throws IOException {
    ClassHandle type = classOf(depth);
    require(type.name.length() > 1 && type.name.charAt(0) == '[', "an array of no array class");
    Content made = begun();
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
    if (element != 'L' && element != '[') {
      in.skip(length * width(element));
      return completed(made, Size.ofBytes(length * width(element)));
    }
    Size size = Size.ONE;
    for (long i = 0; i < length; i++) {
      size = sum(size, content(in.unsignedByte(), depth + 1).size);
    }
    return completed(made, size);
  }

  private Content object(int depth) throws IOException {
    ClassHandle type = classOf(depth);
    Content made = begun();
    Size size = Size.ONE;
    for (ClassHandle part : type.above) {
      size = sum(size, part(part, depth));
    }
    return completed(made, sum(size, part(type, depth)));
  }

  /// Scans what one class of an object's line has written.
  private Size part(ClassHandle type, int depth) throws IOException {
    if (type.has(EXTERNALIZABLE)) {
      require(type.has(WITH_BLOCK_DATA) && !type.has(SERIALIZABLE), "unknown flags of a class");
      return annotation(depth);
    }
    require(type.has(SERIALIZABLE), "an object of a class that is not serializable");
    return switch (type.name) {
      case IMMUTABLE -> immutable(type, depth);
      case CHAINED -> chained(type, depth);
      default -> {
        in.skip(type.fields.primitiveBytes);
        Size size = fieldContents(type, depth);
        boolean map = MAPS.contains(type.name);
        yield map || type.name.equals(SET)
            ? sum(size, table(depth, new Table(Kind.BY_HASH, 0), map ? 2 : 1))
            : sum(size, type.has(WRITE_METHOD) ? annotation(depth) : NOTHING);
      }
    };
  }

  private Size fieldContents(ClassHandle type, int depth) throws IOException {
    Size size = NOTHING;
    for (int i = 0; i < type.fields.references; i++) {
      size = sum(size, content(in.unsignedByte(), depth + 1).size);
    }
    return size;
  }

  private Size immutable(ClassHandle type, int depth) throws IOException {
    requireForm(type, IMMUTABLE_FIELDS);
    int kind = in.integer() & 0xff;
    Size size = fieldContents(type, depth);
    requireBlock(Integer.BYTES);
    int length = in.integer();
    if (kind != IMMUTABLE_SET && kind != IMMUTABLE_MAP) {
      return sum(size, annotation(depth));
    }
    Size table = table(depth, new Table(Kind.BY_PROBING, 0), kind == IMMUTABLE_MAP ? 2 : 1);
    require(elements == length, "an immutable collection of another length");
    return sum(size, table);
  }

  private Size chained(ClassHandle type, int depth) throws IOException {
    requireForm(type, CHAINED_FIELDS);
    float load = Math.clamp(Float.intBitsToFloat(in.integer()), 0.25f, 4);
    in.skip(Integer.BYTES);
    Size size = fieldContents(type, depth);
    requireBlock(2 * Integer.BYTES);
    int places = places(in.integer(), in.integer(), load);
    return sum(size, table(depth, new Table(Kind.BY_PLACE, places), 2));
  }

  /// How many places `Hashtable` gives itself.
  private int places(int original, int keys, float load) throws ObjectException {
    require(keys >= 0 && !Float.isNaN(load), "a table of a negative size");
    int least = Math.max(original, (int) (keys / load) + 1);
    int length = (int) (keys * 1.05f / load) + 3;
    if (length > keys && (length & 1) == 0) {
      length--;
    }
    return Math.max(1, Math.min(length, least));
  }

  private void requireBlock(int bytes) throws IOException {
    require(in.unsignedByte() == BLOCK_DATA && in.unsignedByte() == bytes, "a table of no size");
  }

  private void requireForm(ClassHandle type, List<String> fields) throws ObjectException {
    require(
        type.fields.primitives.equals(fields) && type.has(WRITE_METHOD),
        "not the form that " + type.name + " has");
  }

  /// Scans the contents of a hash table.
  ///
  /// @param step how many there are for each key, which is the first
  private Size table(int depth, Table table, int step) throws IOException {
    Size size = NOTHING;
    elements = 0;
    int count = 0;
    for (int code = passBlocks(); code != END_BLOCK_DATA; code = passBlocks()) {
      Content content = content(code, depth + 1);
      size = sum(size, content.size);
      if (count++ % step == 0) {
        key(table, content);
      }
    }
    keys.end(in.position(), completed, table);
    elements = count;
    return size.asTable();
  }

  private void key(Table table, Content key) throws ObjectException {
    hashed += key.string ? 1 : key.size.steps();
    if (hashed > limits.unfolded()) {
      throw in.refusal(
          "keys of hash tables whose hash codes take more steps than the limit of "
              + limits.unfolded());
    }
    keys.add(in.position(), completed, table, key.number, key.size);
  }

  /// Scans what a class has written in its own way.
  private Size annotation(int depth) throws IOException {
    Size size = NOTHING;
    for (int code = passBlocks(); code != END_BLOCK_DATA; code = passBlocks()) {
      size = sum(size, content(code, depth + 1).size);
    }
    return size;
  }

  /// Passes over blocks of data.
  ///
  /// @return the code of what follows
  private int passBlocks() throws IOException {
    while (true) {
      int code = in.unsignedByte();
      switch (code) {
        case BLOCK_DATA -> in.skip(in.unsignedByte());
        case LONG_BLOCK_DATA -> in.skip(in.integer());
        default -> {
          return code;
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
    handles.add(new Content()); // until the class is known
    int flags = in.unsignedByte();
    Fields fields = fields(depth);
    annotated = sum(annotated, annotation(depth));
    ClassHandle type = new ClassHandle(name, flags, fields, above(depth));
    handles.set(handle, type);
    if (type.has(WRITE_METHOD) || type.above.stream().anyMatch(each -> each.has(WRITE_METHOD))) {
      written.add(name);
    }
    return type;
  }

  private Fields fields(int depth) throws IOException {
    int count = in.unsignedShort();
    long primitiveBytes = 0;
    List<String> primitives = new ArrayList<>();
    int references = 0;
    for (int i = 0; i < count; i++) {
      char type = (char) in.unsignedByte();
      String name = in.text();
      if (type == 'L' || type == '[') {
        text(depth);
        references++;
      } else {
        require(width(type) > 0, "a field of unknown type");
        require(references == 0, "a primitive field behind one that refers to something");
        primitives.add(name);
        primitiveBytes += width(type);
      }
    }
    return new Fields(primitiveBytes, primitives, references);
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
