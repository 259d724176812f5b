package io.penstock.object.analysis;

import static java.io.ObjectStreamConstants.SC_BLOCK_DATA;
import static java.io.ObjectStreamConstants.SC_ENUM;
import static java.io.ObjectStreamConstants.SC_EXTERNALIZABLE;
import static java.io.ObjectStreamConstants.SC_WRITE_METHOD;
import static java.io.ObjectStreamConstants.STREAM_MAGIC;
import static java.io.ObjectStreamConstants.STREAM_VERSION;
import static java.io.ObjectStreamConstants.TC_ARRAY;
import static java.io.ObjectStreamConstants.TC_BASE;
import static java.io.ObjectStreamConstants.TC_BLOCKDATA;
import static java.io.ObjectStreamConstants.TC_BLOCKDATALONG;
import static java.io.ObjectStreamConstants.TC_CLASS;
import static java.io.ObjectStreamConstants.TC_CLASSDESC;
import static java.io.ObjectStreamConstants.TC_ENDBLOCKDATA;
import static java.io.ObjectStreamConstants.TC_ENUM;
import static java.io.ObjectStreamConstants.TC_EXCEPTION;
import static java.io.ObjectStreamConstants.TC_LONGSTRING;
import static java.io.ObjectStreamConstants.TC_NULL;
import static java.io.ObjectStreamConstants.TC_OBJECT;
import static java.io.ObjectStreamConstants.TC_PROXYCLASSDESC;
import static java.io.ObjectStreamConstants.TC_REFERENCE;
import static java.io.ObjectStreamConstants.TC_RESET;
import static java.io.ObjectStreamConstants.TC_STRING;
import static java.io.ObjectStreamConstants.baseWireHandle;

import io.penstock.object.ObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// A reader of a stream of the JDK's serialization, which says of each thing in it where it stands
/// and what it takes. No class is loaded, nothing is called again from within itself.
///
/// Source: *Java Object Serialization Specification*, chapter 6, and what the JDK does where it is
/// silent: an exception stands where the writing broke off, and what was begun there has no end.
final class StreamReader {
  // States of frames. Those that wait for a class are resumed once it is complete; their states are
  // their codes.
  private static final int CLASS_ITSELF = TC_CLASSDESC;
  private static final int OBJECT_PART = 5;
  private static final int OBJECT_FIELDS = 6;
  private static final int OBJECT_ANNOTATION = 7;
  private static final int ARRAY_ELEMENTS = 8;
  private static final int DESCRIPTION_ANNOTATION = 9;
  private static final int DESCRIPTION_SUPERCLASS = 10;

  private final StreamInput in;
  private final Survey survey;
  private final DescriptionReader descriptions;
  private final Budget budget;

  /// The structures that are begun and not at their end: the depth of a stream is memory here and
  /// not a thread's stack. Those beyond the depth are used again.
  private final List<Frame> frames = new ArrayList<>();

  private int depth;
  private Frame top = new Frame();
  private final byte[] begin = new byte[RepeatTable.BEGIN];
  // The first node that a handle can mean: those before a reset are forgotten.
  private int firstNode = 1;
  // The number of the description that was completed last.
  private int completed;
  // What comes next at the top, and whether its handles count for it alone.
  private int expected = Labels.STREAM;
  private boolean forget;

  private static final class Frame {
    /// About what one takes.
    static final int BYTES = 64;

    /// What it is and what comes next in it.
    int state;

    /// From which edges go.
    int node;

    /// The number of its class's description.
    int description;

    /// Its node in the tree of paths.
    int tree;

    /// Through which it was entered.
    int label;

    /// Which of the object's parts is being read, and which field of that comes next.
    int part;

    int field;

    /// The offset of its first byte.
    long start;

    /// Elements to come.
    long count;
  }

  StreamReader(InputStream in, Survey survey, Budget budget) {
    this.in = new StreamInput(in);
    this.survey = survey;
    this.descriptions = new DescriptionReader(this.in, survey, budget);
    this.budget = budget;
  }

  private void push(int state, int node, int description, int tree, int label, long start)
      throws ObjectException {
    if (depth == frames.size()) {
      budget.take(Frame.BYTES);
      frames.add(new Frame());
    }
    top = frames.get(depth++);
    top.state = state;
    top.node = node;
    top.description = description;
    top.tree = tree;
    top.label = label;
    top.part = 0;
    top.start = start;
  }

  private void pop() {
    depth--;
    top = depth == 0 ? top : frames.get(depth - 1);
  }

  /// Reads everything.
  ///
  /// @return how many bytes the stream has
  /// @throws ObjectException if it is not sound, with the byte
  long read() throws IOException {
    if ((short) in.unsignedShort() != STREAM_MAGIC || in.unsignedShort() != STREAM_VERSION) {
      throw new ObjectException(
          "no object stream: it does not begin with ac ed 00 05, as the JDK's serialization does");
    }
    survey.stream(4);
    while (true) {
      if (depth > 0) {
        step();
      } else if (expected == Labels.STREAM && in.atEnd()) {
        return in.offset();
      } else {
        content();
      }
    }
  }

  private void content() throws IOException {
    if (forget) {
      forget = false;
      firstNode = survey.graph.nodes();
    }
    int code = in.unsignedByte();
    if (expected == Labels.EXCEPTION) {
      if (code != TC_OBJECT) {
        throw in.refusal("code 0x%02x where an exception belongs", code);
      }
      expected = Labels.STREAM;
      forget = true;
      topItem(code, Labels.EXCEPTION);
      return;
    }
    switch (code) {
      case TC_BLOCKDATA, TC_BLOCKDATALONG -> survey.stream(block(code));
      case TC_RESET -> {
        survey.stream(1);
        firstNode = survey.graph.nodes();
      }
      default -> topItem(code, Labels.STREAM);
    }
  }

  private void topItem(int code, int label) throws IOException {
    item(code, Graph.STREAM, Survey.STREAM, PathTree.ROOT, label);
  }

  private static boolean isBlock(int code) {
    return code == TC_BLOCKDATA || code == TC_BLOCKDATALONG;
  }

  /// @return how many bytes the block takes, its head counted in
  private long block(int code) throws IOException {
    if (code == TC_BLOCKDATA) {
      int length = in.unsignedByte();
      in.skip(length);
      return 2L + length;
    }
    long length = in.integer();
    if (length < 0) {
      throw in.refusal("block data of %d bytes", length);
    }
    in.skip(length);
    return 5 + length;
  }

  private void step() throws IOException {
    switch (top.state) {
      case OBJECT_PART -> part();
      case OBJECT_FIELDS -> fields();
      case OBJECT_ANNOTATION -> annotation();
      case ARRAY_ELEMENTS -> elements();
      case DESCRIPTION_ANNOTATION -> classAnnotation();
      case DESCRIPTION_SUPERCLASS -> superclass(completed, false);
      default -> classCame(top.state, completed, false);
    }
  }

  /// Reads what may stand where an object is expected, after its first byte.
  ///
  /// @return whether it is at its end, and no frame was pushed
  private boolean item(int code, int from, int type, int tree, int label) throws IOException {
    switch (code) {
      case TC_NULL -> survey.addNull(from, type, tree, label);
      case TC_REFERENCE -> survey.addReference(from, type, tree, label, reference());
      case TC_STRING -> string(3, in.unsignedShort(), from, tree, label);
      case TC_LONGSTRING -> string(9, in.number(), from, tree, label);
      case TC_OBJECT, TC_ARRAY, TC_ENUM, TC_CLASS -> {
        return withClass(code, from, tree, label);
      }
      case TC_CLASSDESC, TC_PROXYCLASSDESC -> {
        survey.labels.enter(label);
        push(CLASS_ITSELF, from, 0, tree, label, in.offset() - 1);
        description(code);
        return false;
      }
      case TC_EXCEPTION -> {
        exception();
        return false;
      }
      default -> throw in.refusal("unknown code 0x%02x", code);
    }
    return true;
  }

  private int reference() throws IOException {
    long number = in.integer() - (long) baseWireHandle;
    if (number < 0 || number >= survey.graph.nodes() - firstNode) {
      throw in.refusal("a reference to nothing");
    }
    return firstNode + (int) number;
  }

  private void string(int head, long length, int from, int tree, int label) throws IOException {
    if (length < 0) {
      throw in.refusal("a string of %d bytes", length);
    }
    int beginLength = in.peek(begin, length);
    long hash = in.hash(length);
    survey.addString(head + length, from, tree, label);
    if (head + length > Graph.REFERENCE_BYTES) {
      survey.contents.add(
          Survey.STRING, hash, length, head + length - Graph.REFERENCE_BYTES, begin, beginLength);
    }
  }

  /// Begins what has a class, whose description comes next or is referred to.
  private boolean withClass(int state, int from, int tree, int label) throws IOException {
    long start = in.offset() - 1;
    int before = depth;
    survey.labels.enter(label);
    push(state, from, 0, tree, label, start);
    int code = in.unsignedByte();
    if (code == TC_REFERENCE) {
      classCame(state, descriptions.at(reference()), true);
    } else if (code == TC_CLASSDESC || code == TC_PROXYCLASSDESC) {
      description(code);
    } else {
      throw in.refusal("code 0x%02x where a class belongs", code);
    }
    return depth == before;
  }

  private void description(int code) throws IOException {
    long start = in.offset() - 1;
    int number = code == TC_CLASSDESC ? descriptions.plain(firstNode) : descriptions.proxy();
    push(
        DESCRIPTION_ANNOTATION,
        descriptions.get(number).node,
        number,
        PathTree.DESCRIPTIONS,
        Labels.SUPERCLASS,
        start);
  }

  private void classAnnotation() throws IOException {
    int number = top.description;
    Description description = descriptions.get(number);
    int code = in.unsignedByte();
    switch (code) {
      case TC_BLOCKDATA, TC_BLOCKDATALONG -> survey.describe(description, block(code));
      case TC_ENDBLOCKDATA -> {
        survey.describe(description, 1);
        top.state = DESCRIPTION_SUPERCLASS;
        readSuperclass(description);
      }
      default ->
          item(
              code,
              description.node,
              description.tally,
              PathTree.DESCRIPTIONS,
              Labels.CLASS_ANNOTATION);
    }
  }

  private void readSuperclass(Description description) throws IOException {
    int code = in.unsignedByte();
    switch (code) {
      case TC_NULL -> {
        survey.describe(description, Graph.NULL_BYTES);
        descriptions.complete(top.description, null);
        finishDescription();
      }
      case TC_REFERENCE -> superclass(descriptions.at(reference()), true);
      case TC_CLASSDESC, TC_PROXYCLASSDESC -> description(code);
      default -> throw in.refusal("code 0x%02x where a superclass belongs", code);
    }
  }

  private void superclass(int above, boolean referred) throws IOException {
    int number = top.description;
    descriptions.complete(number, descriptions.complete(above));
    survey.superclass(descriptions.get(number), descriptions.get(above), referred);
    finishDescription();
  }

  private void finishDescription() {
    completed = top.description;
    pop();
  }

  private void classCame(int state, int number, boolean referred) throws IOException {
    Description type = descriptions.get(number);
    switch (state) {
      case TC_OBJECT -> beginObject(number, descriptions.complete(number), referred);
      case TC_ARRAY -> beginArray(number, descriptions.complete(number), referred);
      case TC_ENUM -> enumConstant(descriptions.complete(number), referred);
      case TC_CLASS -> {
        arrive(type, Survey.CLASS, referred, 1);
        leave();
      }
      default -> {
        survey.graph.addFirst(top.node, top.label, type.node);
        leave();
      }
    }
  }

  /// What was waiting for its class has its handle now.
  private void arrive(Description type, int tally, boolean referred, long bytes)
      throws IOException {
    int tree = survey.tree.object(top.tree, top.label, tally);
    int node = survey.addObject(type, tally, referred, bytes, tree, top.node, top.label);
    top.tree = tree;
    top.node = node;
  }

  private void leave() {
    survey.labels.leave(top.label, in.offset() - top.start);
    pop();
  }

  private void beginObject(int number, Description type, boolean referred) throws IOException {
    if (type.isArray()) {
      throw in.refusal("an object of the array class %s", Label.readable(type.name));
    }
    arrive(type, type.tally, referred, 1);
    top.description = number;
    top.state = OBJECT_PART;
  }

  private void part() throws IOException {
    Description type = descriptions.get(top.description);
    Description[] parts = type.parts();
    if (top.part == parts.length) {
      leave();
      return;
    }
    Description part = parts[top.part];
    if (part.has(SC_EXTERNALIZABLE)) {
      if (!part.has(SC_BLOCK_DATA)) {
        throw in.refusal(
            "class %s was written by its writeExternal method in protocol version 1: where that ends only the class knows",
            part.name);
      }
      top.state = OBJECT_ANNOTATION;
      return;
    }
    part.instances++;
    if (part.primitiveBytes > 0) {
      in.skip(part.primitiveBytes);
      survey.own(top.node, type.tally, top.tree, part.primitiveBytes);
    }
    top.field = 0;
    top.state = OBJECT_FIELDS;
    fields();
  }

  private void fields() throws IOException {
    Description type = descriptions.get(top.description);
    Description part = type.parts()[top.part];
    int node = top.node;
    int tree = top.tree;
    int[] references = part.references;
    for (int field = top.field; field < references.length; field++) {
      int code = in.unsignedByte();
      if (field == 0 && wroteNoFields(part, code)) {
        in.unread();
        break;
      }
      top.field = field + 1;
      if (!item(code, node, type.tally, tree, references[field])) {
        return;
      }
    }
    if (part.has(SC_WRITE_METHOD)) {
      top.state = OBJECT_ANNOTATION;
    } else {
      nextPart();
    }
  }

  private void nextPart() {
    top.part++;
    top.state = OBJECT_PART;
  }

  /// A `writeObject` method should write the fields and may write none. Where there are no
  /// primitive ones, what comes first tells.
  private static boolean wroteNoFields(Description part, int code) {
    return part.primitiveBytes == 0
        && part.has(SC_WRITE_METHOD)
        && (isBlock(code) || code == TC_ENDBLOCKDATA);
  }

  private void annotation() throws IOException {
    Description type = descriptions.get(top.description);
    Description part = type.parts()[top.part];
    while (true) {
      int code = in.unsignedByte();
      if (code == TC_ENDBLOCKDATA) {
        survey.own(top.node, type.tally, top.tree, 1);
        nextPart();
        return;
      }
      if (isBlock(code)) {
        survey.own(top.node, type.tally, top.tree, block(code));
      } else if (!item(code, top.node, type.tally, top.tree, part.place)) {
        return;
      }
    }
  }

  private void beginArray(int number, Description type, boolean referred) throws IOException {
    if (!type.isArray()) {
      throw in.refusal("an array of class %s, which is none", type.name);
    }
    arrive(type, type.tally, referred, 5);
    long length = in.integer();
    if (length < 0) {
      throw in.refusal("an array of %d elements", length);
    }
    int width = type.elementWidth();
    if (width == 0) {
      top.description = number;
      top.count = length;
      top.state = ARRAY_ELEMENTS;
      return;
    }
    long bytes = length * width;
    int beginLength = in.peek(begin, bytes);
    long hash = in.hash(bytes);
    survey.own(top.node, type.tally, top.tree, bytes);
    survey.contents.add(type.tally, hash, bytes, 5 + bytes, begin, beginLength);
    leave();
  }

  private void elements() throws IOException {
    Description type = descriptions.get(top.description);
    int node = top.node;
    int tree = top.tree;
    for (long left = top.count; left > 0; left--) {
      top.count = left - 1;
      if (!item(in.unsignedByte(), node, type.tally, tree, type.place)) {
        return;
      }
    }
    leave();
  }

  private void enumConstant(Description type, boolean referred) throws IOException {
    if (!type.has(SC_ENUM)) {
      throw in.refusal("an enum constant of class %s, which is none", type.name);
    }
    arrive(type, type.tally, referred, 1);
    int code = in.unsignedByte();
    if (code != TC_STRING && code != TC_REFERENCE) {
      throw in.refusal("code 0x%02x where the name of a constant belongs", code);
    }
    item(code, top.node, type.tally, top.tree, type.place);
    leave();
  }

  /// The writing of all that is begun broke off; then comes the exception that broke it, with
  /// handles of its own.
  private void exception() throws IOException {
    int broken = Survey.NONE;
    while (depth > 0) {
      broken = abandon(top.state, broken);
    }
    survey.stream(1);
    firstNode = survey.graph.nodes();
    expected = Labels.EXCEPTION;
  }

  /// @param broken the node of a description that was begun inside of it, or NONE
  /// @return the node of the description that it is itself, or NONE
  private int abandon(int state, int broken) throws IOException {
    int node = top.node;
    if (state == DESCRIPTION_ANNOTATION || state == DESCRIPTION_SUPERCLASS) {
      survey.abandonIn(node, Labels.SUPERCLASS, broken);
      pop();
      return node;
    }
    if (state >= TC_BASE) {
      survey.abandonIn(Graph.STREAM, Labels.STREAM, broken);
      survey.stream(state == CLASS_ITSELF ? 0 : 1);
    }
    leave();
    return Survey.NONE;
  }

  /// All descriptions of classes that were read.
  List<Description> descriptions() {
    return descriptions.all();
  }

  /// Adds what primitive fields take to their labels, once, at the end.
  void countPrimitives() {
    for (Description description : descriptions.all()) {
      for (int label : description.primitives) {
        long width = survey.labels.get(label).width();
        survey.labels.addValues(label, description.instances, width * description.instances);
      }
    }
  }
}
