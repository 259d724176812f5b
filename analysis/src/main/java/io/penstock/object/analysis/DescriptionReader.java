package io.penstock.object.analysis;

import static java.io.ObjectStreamConstants.SC_ENUM;
import static java.io.ObjectStreamConstants.SC_EXTERNALIZABLE;
import static java.io.ObjectStreamConstants.SC_SERIALIZABLE;
import static java.io.ObjectStreamConstants.TC_REFERENCE;
import static java.io.ObjectStreamConstants.TC_STRING;
import static java.io.ObjectStreamConstants.baseWireHandle;

import io.penstock.object.ObjectException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A reader of class descriptions up to what is written with them, which keeps all of them.
final class DescriptionReader {
  private static final int MOST_ABOVE = 250;
  private static final int MOST_DIMENSIONS = 255;

  /// About what one takes beside its fields.
  private static final int OVERHEAD = 200;

  private final StreamInput in;
  private final Survey survey;
  private final Budget budget;
  private final List<Description> all = new ArrayList<>();
  private final Map<Integer, Integer> byNode = new HashMap<>();

  // By the nodes of their strings.
  private final Map<Integer, String> types = new HashMap<>();

  DescriptionReader(StreamInput in, Survey survey, Budget budget) {
    this.in = in;
    this.survey = survey;
    this.budget = budget;
  }

  Description get(int number) {
    return all.get(number);
  }

  List<Description> all() {
    return all;
  }

  /// The number of the description that a reference means; it may not be complete.
  int at(int node) throws ObjectException {
    Integer number = byNode.get(node);
    if (number == null) {
      throw in.refusal("a reference to what is no class");
    }
    return number;
  }

  /// The description of something that is read as it says.
  Description complete(int number) throws ObjectException {
    Description description = all.get(number);
    if (!description.isComplete()) {
      throw in.refusal("an object of class %s amid its description", description.name);
    }
    return description;
  }

  /// Completes a description.
  ///
  /// @param above that of its superclass; null where there is none
  void complete(int number, @Nullable Description above) throws ObjectException {
    Description description = all.get(number);
    description.complete(above);
    if (description.line() > MOST_ABOVE) {
      throw in.refusal("class %s extends more than %d others", description.name, MOST_ABOVE);
    }
    budget.take(8L * description.line());
  }

  private int add(String name) throws ObjectException {
    budget.take(OVERHEAD);
    int tally = survey.classNumber(name);
    // Not the name as it came: as long as it is, that would be kept for each description.
    Description description =
        new Description(survey.graph.add(Graph.NONE, 0), tally, survey.nameInStream(tally));
    byNode.put(description.node, all.size());
    all.add(description);
    return all.size() - 1;
  }

  /// Reads a description after its first byte.
  ///
  /// @param firstNode the node that the first handle means
  /// @return its number
  int plain(int firstNode) throws IOException {
    long start = in.offset() - 1;
    String name = in.text();
    requireName(name);
    in.skip(Long.BYTES);
    int number = add(name);
    Description description = all.get(number);
    description.flags = in.unsignedByte();
    if (description.has(SC_SERIALIZABLE) && description.has(SC_EXTERNALIZABLE)) {
      throw in.refusal("class %s is serializable and externalizable at once", name);
    }
    description.place = survey.labels.number(place(description));
    int count = in.unsignedShort();
    survey.describe(description, in.offset() - start);
    fields(description, count, firstNode);
    return number;
  }

  private void requireName(String name) throws ObjectException {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    if (name.isEmpty() || dimensions > MOST_DIMENSIONS || dimensions == name.length()) {
      throw in.refusal("'%s' is no name of a class", name.length() > 100 ? "[[[" : name);
    }
    if (dimensions > 0) {
      char element = name.charAt(dimensions);
      boolean reference = element == 'L' && name.endsWith(";");
      boolean primitive = Description.width(element) > 0 && name.length() == dimensions + 1;
      if (!reference && !primitive) {
        throw in.refusal("an array of an unknown type");
      }
    }
  }

  private static Label place(Description description) {
    String what =
        description.isArray()
            ? "[elements]"
            : description.has(SC_ENUM)
                ? "[name of the constant]"
                : description.has(SC_EXTERNALIZABLE)
                    ? "[written by writeExternal]"
                    : "[written by writeObject]";
    return Label.place(description.name, what);
  }

  private void fields(Description description, int count, int firstNode) throws IOException {
    Ints primitives = new Ints(budget);
    Ints references = new Ints(budget);
    for (int i = 0; i < count; i++) {
      char type = (char) in.unsignedByte();
      int width = Description.width(type);
      if (width == 0 && type != 'L' && type != '[') {
        throw in.refusal("a field of the unknown type 0x%02x", (int) type);
      }
      long start = in.offset() - 1;
      String name = in.text();
      survey.describe(description, in.offset() - start);
      if (width > 0) {
        if (references.size() > 0) {
          throw in.refusal("a primitive field behind others");
        }
        primitives.add(
            survey.labels.number(new Label(description.name, name, String.valueOf(type))));
        description.primitiveBytes += width;
      } else {
        references.add(reference(description, name, firstNode));
      }
    }
    description.primitives = primitives.toArray();
    description.references = references.toArray();
  }

  private int reference(Description description, String name, int firstNode) throws IOException {
    int code = in.unsignedByte();
    if (code == TC_STRING) {
      long start = in.offset() - 1;
      String type = in.text();
      int label = label(description, name, type);
      types.put(survey.typeString(description, label, in.offset() - start), type);
      budget.take(2L * type.length() + 64);
      return label;
    }
    if (code != TC_REFERENCE) {
      throw in.refusal("code 0x%02x where the type of a field belongs", code);
    }
    long handle = in.integer() - (long) baseWireHandle;
    if (handle < 0 || handle >= survey.graph.nodes() - firstNode) {
      throw in.refusal("a reference to nothing");
    }
    int node = firstNode + (int) handle;
    if (!survey.graph.isString(node)) {
      throw in.refusal("a type of a field that is no string");
    }
    int label = label(description, name, types.getOrDefault(node, "?"));
    survey.typeReference(description, label, node);
    return label;
  }

  private int label(Description description, String name, String type) throws ObjectException {
    return survey.labels.number(new Label(description.name, name, type));
  }

  /// Reads the description of a class that a proxy has, after its first byte.
  ///
  /// @return its number
  int proxy() throws IOException {
    long start = in.offset() - 1;
    // It has its handle before its names.
    long count = in.integer();
    if (count < 0 || count > 0xffff) {
      throw in.refusal("a proxy of %d interfaces", count);
    }
    StringBuilder name = new StringBuilder("proxy of");
    for (long i = 0; i < count; i++) {
      String text = in.text();
      if (name.length() < 1000) {
        name.append(i == 0 ? " " : ", ").append(text);
      }
    }
    int number = add(name.toString());
    Description description = all.get(number);
    description.flags = SC_SERIALIZABLE;
    description.place = survey.labels.number(place(description));
    survey.describe(description, in.offset() - start);
    return number;
  }
}
