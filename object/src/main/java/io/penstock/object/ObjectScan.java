package io.penstock.object;

import static java.io.ObjectStreamConstants.SC_BLOCK_DATA;
import static java.io.ObjectStreamConstants.SC_EXTERNALIZABLE;
import static java.io.ObjectStreamConstants.SC_SERIALIZABLE;
import static java.io.ObjectStreamConstants.SC_WRITE_METHOD;
import static java.io.ObjectStreamConstants.STREAM_MAGIC;
import static java.io.ObjectStreamConstants.STREAM_VERSION;
import static java.io.ObjectStreamConstants.TC_ARRAY;
import static java.io.ObjectStreamConstants.TC_BLOCKDATA;
import static java.io.ObjectStreamConstants.TC_BLOCKDATALONG;
import static java.io.ObjectStreamConstants.TC_CLASS;
import static java.io.ObjectStreamConstants.TC_CLASSDESC;
import static java.io.ObjectStreamConstants.TC_ENDBLOCKDATA;
import static java.io.ObjectStreamConstants.TC_ENUM;
import static java.io.ObjectStreamConstants.TC_LONGSTRING;
import static java.io.ObjectStreamConstants.TC_NULL;
import static java.io.ObjectStreamConstants.TC_OBJECT;
import static java.io.ObjectStreamConstants.TC_REFERENCE;
import static java.io.ObjectStreamConstants.TC_RESET;
import static java.io.ObjectStreamConstants.TC_STRING;
import static java.io.ObjectStreamConstants.baseWireHandle;

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

  private static final int MOST_ABOVE = 50;

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

  /// Stands for a class whose description has not come to its end, to which nothing may refer.
  private static final Object UNFINISHED = new Object();

  private final ScanInput in;
  private final AllowedClasses allowed;
  private final ObjectLimits limits;

  /// What a reference may refer to: a class, or something that a walk meets.
  private final List<Object> handles = new ArrayList<>();

  private long references;
  private long fields;
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

  /// A class, and what an object has of it: first its primitive values, then what it refers to.
  ///
  /// @param above the classes that it extends, the first of the line first
  private record ClassHandle(
      String name,
      int flags,
      long primitiveBytes,
      List<String> primitives,
      int references,
      List<ClassHandle> above) {
    boolean has(int flag) {
      return (flags & flag) != 0;
    }
  }

  /// An object, an array or a string.
  private static final class Content {
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

    /// The first byte of a string; 0 if it has none.
    int first;
  }

  /// Reads one object after its first two bytes.
  ///
  /// @param magic these
  /// @return all its bytes
  /// @throws ObjectException if it is not allowed, breaks a limit, or is none
  byte[] scan(int magic) throws IOException {
    require(
        (short) magic == STREAM_MAGIC && in.unsignedShort() == STREAM_VERSION, "this is no object");
    int code = in.unsignedByte();
    while (code == TC_RESET) { // nothing was written yet that could be forgotten
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
      case TC_NULL -> Content.NULL;
      case TC_REFERENCE -> {
        if (reference() instanceof Content content) {
          yield content;
        }
        throw in.refusal("a class where an object belongs");
      }
      case TC_STRING -> string(in.unsignedShort());
      case TC_LONGSTRING -> string(in.length());
      case TC_OBJECT -> object(depth);
      case TC_ARRAY -> array(depth);
      case TC_ENUM -> enumConstant(depth);
      case TC_CLASS -> classObject(depth);
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

  private Object reference() throws IOException {
    long number = in.integer() - (long) baseWireHandle;
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
    made.first = bytes == 0 ? 0 : in.taken(in.position() - (int) bytes);
    return completed(made, Size.ofBytes(bytes));
  }

  /// Scans the name of a field's class or of an enum constant.
  private Content text(int depth) throws IOException {
    int code = in.unsignedByte();
    count(depth);
    if (code == TC_STRING) {
      Content made = begun();
      String text = in.text();
      made.string = true;
      made.first = text.isEmpty() ? 0 : text.charAt(0);
      made.number = keys.text(text);
      return made;
    }
    if (code == TC_REFERENCE && reference() instanceof Content content && content.string) {
      return content;
    }
    throw in.refusal("no string");
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
          "an array of " + length + " elements, above the limit of " + limits.arrayLength());
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
    if (!type.has(SC_EXTERNALIZABLE)) { // else its methods alone have written it
      for (ClassHandle part : type.above) {
        require(
            !part.has(SC_EXTERNALIZABLE), "a class that does not write itself as one above does");
        size = sum(size, part(part, depth));
      }
    }
    return completed(made, sum(size, part(type, depth)));
  }

  /// Scans what one class of an object's line has written.
  private Size part(ClassHandle type, int depth) throws IOException {
    if (type.has(SC_EXTERNALIZABLE)) {
      require(type.has(SC_BLOCK_DATA) && !type.has(SC_SERIALIZABLE), "unknown flags of a class");
      return annotation(depth);
    }
    require(type.has(SC_SERIALIZABLE), "an object of a class that is not serializable");
    return switch (type.name) {
      case IMMUTABLE -> immutable(type, depth);
      case CHAINED -> chained(type, depth);
      default -> {
        in.skip(type.primitiveBytes);
        Size size = fieldContents(type, depth);
        boolean map = MAPS.contains(type.name);
        yield map || type.name.equals(SET)
            ? sum(size, table(depth, new Table(Table.BY_HASH), map ? 2 : 1))
            : sum(size, type.has(SC_WRITE_METHOD) ? annotation(depth) : NOTHING);
      }
    };
  }

  private Size fieldContents(ClassHandle type, int depth) throws IOException {
    Size size = NOTHING;
    for (int i = 0; i < type.references; i++) {
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
    Size table = table(depth, new Table(Table.BY_PROBING), kind == IMMUTABLE_MAP ? 2 : 1);
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
    return sum(size, table(depth, new Table(places), 2));
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
    require(in.unsignedByte() == TC_BLOCKDATA && in.unsignedByte() == bytes, "a table of no size");
  }

  private void requireForm(ClassHandle type, List<String> fields) throws ObjectException {
    require(
        type.primitives.equals(fields) && type.has(SC_WRITE_METHOD),
        "not the form that " + type.name + " has");
  }

  /// Scans the contents of a hash table.
  ///
  /// @param step how many there are for each key, which is the first
  private Size table(int depth, Table table, int step) throws IOException {
    Size size = NOTHING;
    elements = 0;
    int count = 0;
    for (int code = passBlocks(); code != TC_ENDBLOCKDATA; code = passBlocks()) {
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
    for (int code = passBlocks(); code != TC_ENDBLOCKDATA; code = passBlocks()) {
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
        case TC_BLOCKDATA -> in.skip(in.unsignedByte());
        case TC_BLOCKDATALONG -> in.skip(in.integer());
        default -> {
          return code;
        }
      }
    }
  }

  private ClassHandle classOf(int depth) throws IOException {
    int code = in.unsignedByte();
    return switch (code) {
      case TC_CLASSDESC -> describedClass(depth);
      case TC_REFERENCE -> {
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
      throw in.refusal("class " + name + " is not allowed");
    }
    in.skip(Long.BYTES);
    int handle = handles.size();
    handles.add(UNFINISHED);
    int flags = in.unsignedByte();
    int count = in.unsignedShort();
    fields += count;
    if (fields > limits.references()) {
      throw in.refusal(
          "more fields of classes than the limit of references, " + limits.references());
    }
    long primitiveBytes = 0;
    List<String> primitives = new ArrayList<>();
    int references = 0;
    for (int i = 0; i < count; i++) {
      char kind = (char) in.unsignedByte();
      String field = in.text();
      if (kind == 'L' || kind == '[') {
        int type = text(depth).first;
        require(type == 'L' || type == '[', "a field of an object whose class is none by its name");
        references++;
      } else {
        require(width(kind) > 0, "a field of unknown type");
        require(references == 0, "a primitive field behind one that refers to something");
        primitives.add(field);
        primitiveBytes += width(kind);
      }
    }
    annotated = sum(annotated, annotation(depth));
    ClassHandle type =
        new ClassHandle(name, flags, primitiveBytes, primitives, references, above(depth));
    handles.set(handle, type);
    if (type.has(SC_WRITE_METHOD)
        || type.above.stream().anyMatch(each -> each.has(SC_WRITE_METHOD))) {
      written.add(name);
    }
    return type;
  }

  /// The classes that a class extends, the first of the line first.
  private List<ClassHandle> above(int depth) throws IOException {
    int code = in.unsignedByte();
    if (code == TC_NULL) {
      return List.of();
    }
    ClassHandle direct;
    if (code == TC_CLASSDESC) {
      direct = describedClass(depth + 1);
    } else if (code == TC_REFERENCE && reference() instanceof ClassHandle known) {
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
