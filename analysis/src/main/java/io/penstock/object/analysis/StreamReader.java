package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;

/// A reader of a stream of the JDK's serialization, which says of each thing in it where it stands
/// and what it takes. No class is loaded, nothing is called again from within itself.
///
/// Source: *Java Object Serialization Specification*, chapter 6, and what the JDK does where it is
/// silent: an exception stands where the writing broke off, and what was begun there has no end.
final class StreamReader {
  // States of frames. Those that wait for a class are resumed once it is complete.
  private static final int OBJECT_CLASS = 0;
  private static final int ARRAY_CLASS = 1;
  private static final int ENUM_CLASS = 2;
  private static final int CLASS_CLASS = 3;
  private static final int CLASS_ITSELF = 4;
  private static final int LAST_WAITING = CLASS_ITSELF;
  private static final int OBJECT_PART = 5;
  private static final int OBJECT_FIELDS = 6;
  private static final int OBJECT_ANNOTATION = 7;
  private static final int ARRAY_ELEMENTS = 8;
  private static final int DESCRIPTION_ANNOTATION = 9;
  private static final int DESCRIPTION_SUPERCLASS = 10;

  private final StreamInput in;
  private final Survey survey;
  private final DescriptionReader descriptions;
  private final FrameStack frames;
  private final byte[] begin = new byte[RepeatTable.BEGIN];
  // The first node that a handle can mean: those before a reset are forgotten.
  private int firstNode = 1;
  // The number of the description that was completed last.
  private int completed;
  // What comes next at the top, and whether its handles count for it alone.
  private int expected = Labels.STREAM;
  private boolean forget;

  StreamReader(InputStream in, Survey survey, Budget budget) {
    this.in = new StreamInput(in);
    this.survey = survey;
    this.descriptions = new DescriptionReader(this.in, survey, budget);
    this.frames = new FrameStack(budget);
  }

  /// Reads everything.
  ///
  /// @return how many bytes the stream has
  /// @throws ObjectException if it is not sound, with the byte
  long read() throws IOException {
    if (in.unsignedShort() != StreamCodes.MAGIC || in.unsignedShort() != StreamCodes.VERSION) {
      throw new ObjectException(
          "no object stream: it does not begin with ac ed 00 05, as the JDK's serialization does");
    }
    survey.stream(4);
    while (true) {
      if (!frames.isEmpty()) {
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
      if (code != StreamCodes.OBJECT) {
        throw in.refusal(
            String.format(Locale.ROOT, "code 0x%02x where an exception belongs", code));
      }
      expected = Labels.STREAM;
      forget = true;
      topItem(code, Labels.EXCEPTION);
      return;
    }
    switch (code) {
      case StreamCodes.BLOCK_DATA, StreamCodes.LONG_BLOCK_DATA -> survey.stream(block(code));
      case StreamCodes.RESET -> {
        survey.stream(1);
        firstNode = survey.graph.nodes();
      }
      default -> topItem(code, Labels.STREAM);
    }
  }

  private void topItem(int code, int label) throws IOException {
    item(code, Graph.STREAM, ClassTally.STREAM, PathTree.ROOT, label);
  }

  /// @return how many bytes the block takes, its head counted in
  private long block(int code) throws IOException {
    if (code == StreamCodes.BLOCK_DATA) {
      int length = in.unsignedByte();
      in.skip(length);
      return 2L + length;
    }
    long length = in.integer();
    if (length < 0) {
      throw in.refusal(String.format(Locale.ROOT, "block data of %d bytes", length));
    }
    in.skip(length);
    return 5 + length;
  }

  private void step() throws IOException {
    switch (frames.state()) {
      case OBJECT_PART -> part();
      case OBJECT_FIELDS -> fields();
      case OBJECT_ANNOTATION -> annotation();
      case ARRAY_ELEMENTS -> elements();
      case DESCRIPTION_ANNOTATION -> classAnnotation();
      case DESCRIPTION_SUPERCLASS -> superclass(completed, false);
      default -> classCame(frames.state(), completed, false);
    }
  }

  /// Reads what may stand where an object is expected, after its first byte.
  ///
  /// @return whether it is at its end, and no frame was pushed
  private boolean item(int code, int from, int type, int tree, int label) throws IOException {
    switch (code) {
      case StreamCodes.NULL -> survey.addNull(from, type, tree, label);
      case StreamCodes.REFERENCE -> survey.addReference(from, type, tree, label, reference());
      case StreamCodes.STRING -> string(3, in.unsignedShort(), from, tree, label);
      case StreamCodes.LONG_STRING -> string(9, in.number(), from, tree, label);
      case StreamCodes.OBJECT -> {
        return withClass(OBJECT_CLASS, from, tree, label);
      }
      case StreamCodes.ARRAY -> {
        return withClass(ARRAY_CLASS, from, tree, label);
      }
      case StreamCodes.ENUM -> {
        return withClass(ENUM_CLASS, from, tree, label);
      }
      case StreamCodes.CLASS -> {
        return withClass(CLASS_CLASS, from, tree, label);
      }
      case StreamCodes.CLASS_DESCRIPTION, StreamCodes.PROXY_DESCRIPTION -> {
        survey.labels.enter(label);
        frames.push(CLASS_ITSELF, from, 0, tree, label, in.offset() - 1);
        description(code);
        return false;
      }
      case StreamCodes.EXCEPTION -> {
        exception();
        return false;
      }
      default -> throw in.refusal(String.format(Locale.ROOT, "unknown code 0x%02x", code));
    }
    return true;
  }

  private int reference() throws IOException {
    long number = in.integer() - (long) StreamCodes.FIRST_HANDLE;
    if (number < 0 || number >= survey.graph.nodes() - firstNode) {
      throw in.refusal("a reference to nothing");
    }
    return firstNode + (int) number;
  }

  private void string(int head, long length, int from, int tree, int label) throws IOException {
    if (length < 0) {
      throw in.refusal(String.format(Locale.ROOT, "a string of %d bytes", length));
    }
    int beginLength = in.peek(begin, length);
    long hash = in.hash(length);
    survey.addString(head + length, from, tree, label);
    if (head + length > Graph.REFERENCE_BYTES) {
      survey.contents.add(
          ClassTally.STRING,
          hash,
          length,
          head + length - Graph.REFERENCE_BYTES,
          begin,
          beginLength);
    }
  }

  /// Begins what has a class, whose description comes next or is referred to.
  private boolean withClass(int state, int from, int tree, int label) throws IOException {
    long start = in.offset() - 1;
    int depth = frames.depth();
    survey.labels.enter(label);
    frames.push(state, from, 0, tree, label, start);
    int code = in.unsignedByte();
    if (code == StreamCodes.REFERENCE) {
      classCame(state, descriptions.at(reference()), true);
    } else if (code == StreamCodes.CLASS_DESCRIPTION || code == StreamCodes.PROXY_DESCRIPTION) {
      description(code);
    } else {
      throw in.refusal(String.format(Locale.ROOT, "code 0x%02x where a class belongs", code));
    }
    return frames.depth() == depth;
  }

  private void description(int code) throws IOException {
    long start = in.offset() - 1;
    int number =
        code == StreamCodes.CLASS_DESCRIPTION
            ? descriptions.plain(firstNode)
            : descriptions.proxy();
    frames.push(
        DESCRIPTION_ANNOTATION,
        descriptions.get(number).node,
        number,
        PathTree.DESCRIPTIONS,
        Labels.SUPERCLASS,
        start);
  }

  private void classAnnotation() throws IOException {
    int number = frames.description();
    Description description = descriptions.get(number);
    int code = in.unsignedByte();
    switch (code) {
      case StreamCodes.BLOCK_DATA, StreamCodes.LONG_BLOCK_DATA ->
          survey.describe(description, block(code));
      case StreamCodes.END_BLOCK_DATA -> {
        survey.describe(description, 1);
        frames.state(DESCRIPTION_SUPERCLASS);
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
      case StreamCodes.NULL -> {
        survey.describe(description, Graph.NULL_BYTES);
        descriptions.completeWithout(frames.description());
        finishDescription();
      }
      case StreamCodes.REFERENCE -> superclass(descriptions.at(reference()), true);
      case StreamCodes.CLASS_DESCRIPTION, StreamCodes.PROXY_DESCRIPTION -> description(code);
      default ->
          throw in.refusal(
              String.format(Locale.ROOT, "code 0x%02x where a superclass belongs", code));
    }
  }

  private void superclass(int above, boolean referred) throws IOException {
    int number = frames.description();
    descriptions.complete(number, above);
    survey.superclass(descriptions.get(number), descriptions.get(above), referred);
    finishDescription();
  }

  private void finishDescription() {
    completed = frames.description();
    frames.pop();
  }

  private void classCame(int state, int number, boolean referred) throws IOException {
    Description type = descriptions.get(number);
    switch (state) {
      case OBJECT_CLASS -> beginObject(number, descriptions.complete(number), referred);
      case ARRAY_CLASS -> beginArray(number, descriptions.complete(number), referred);
      case ENUM_CLASS -> enumConstant(descriptions.complete(number), referred);
      case CLASS_CLASS -> {
        arrive(type, ClassTally.CLASS, referred, 1);
        leave();
      }
      default -> {
        survey.graph.addFirst(frames.node(), frames.label(), type.node);
        leave();
      }
    }
  }

  /// What was waiting for its class has its handle now.
  private void arrive(Description type, int tally, boolean referred, long bytes)
      throws IOException {
    int tree = survey.tree.object(frames.tree(), frames.label(), tally);
    int node = survey.addObject(type, tally, referred, bytes, tree, frames.node(), frames.label());
    frames.tree(tree);
    frames.node(node);
  }

  private void leave() {
    survey.labels.leave(frames.label(), in.offset() - frames.start());
    frames.pop();
  }

  private void beginObject(int number, Description type, boolean referred) throws IOException {
    if (type.isArray()) {
      throw in.refusal("an object of the array class " + ClassNames.readable(type.name));
    }
    arrive(type, type.tally, referred, 1);
    frames.description(number);
    frames.state(OBJECT_PART);
  }

  private void part() throws IOException {
    Description type = descriptions.get(frames.description());
    Description[] parts = type.parts();
    if (frames.part() == parts.length) {
      leave();
      return;
    }
    Description part = parts[frames.part()];
    if (part.has(Description.EXTERNALIZABLE)) {
      if (!part.has(Description.WITH_BLOCK_DATA)) {
        throw in.refusal(
            String.format(
                    Locale.ROOT,
                    "class %s was written by its writeExternal method in protocol version 1: where that ends",
                    part.name)
                + " only the class knows");
      }
      frames.state(OBJECT_ANNOTATION);
      return;
    }
    part.instances++;
    if (part.primitiveBytes > 0) {
      in.skip(part.primitiveBytes);
      survey.own(frames.node(), type.tally, frames.tree(), part.primitiveBytes);
    }
    frames.field(0);
    frames.state(OBJECT_FIELDS);
    fields();
  }

  private void fields() throws IOException {
    Description type = descriptions.get(frames.description());
    Description part = type.parts()[frames.part()];
    int node = frames.node();
    int tree = frames.tree();
    int[] references = part.references;
    for (int field = frames.field(); field < references.length; field++) {
      int code = in.unsignedByte();
      if (field == 0 && wroteNoFields(part, code)) {
        in.unread();
        break;
      }
      frames.field(field + 1);
      if (!item(code, node, type.tally, tree, references[field])) {
        return;
      }
    }
    if (part.has(Description.WRITE_METHOD)) {
      frames.state(OBJECT_ANNOTATION);
    } else {
      nextPart();
    }
  }

  private void nextPart() {
    frames.part(frames.part() + 1);
    frames.state(OBJECT_PART);
  }

  /// A `writeObject` method should write the fields and may write none. Where there are no
  /// primitive ones, what comes first tells.
  private static boolean wroteNoFields(Description part, int code) {
    return part.primitiveBytes == 0
        && part.has(Description.WRITE_METHOD)
        && (code == StreamCodes.BLOCK_DATA
            || code == StreamCodes.LONG_BLOCK_DATA
            || code == StreamCodes.END_BLOCK_DATA);
  }

  private void annotation() throws IOException {
    Description type = descriptions.get(frames.description());
    Description part = type.parts()[frames.part()];
    while (true) {
      int code = in.unsignedByte();
      if (code == StreamCodes.END_BLOCK_DATA) {
        survey.own(frames.node(), type.tally, frames.tree(), 1);
        nextPart();
        return;
      }
      if (code == StreamCodes.BLOCK_DATA || code == StreamCodes.LONG_BLOCK_DATA) {
        survey.own(frames.node(), type.tally, frames.tree(), block(code));
      } else if (!item(code, frames.node(), type.tally, frames.tree(), part.place)) {
        return;
      }
    }
  }

  private void beginArray(int number, Description type, boolean referred) throws IOException {
    if (!type.isArray()) {
      throw in.refusal(
          String.format(Locale.ROOT, "an array of class %s, which is none", type.name));
    }
    arrive(type, type.tally, referred, 5);
    long length = in.integer();
    if (length < 0) {
      throw in.refusal(String.format(Locale.ROOT, "an array of %d elements", length));
    }
    int width = type.elementWidth();
    if (width == 0) {
      frames.description(number);
      frames.count(length);
      frames.state(ARRAY_ELEMENTS);
      return;
    }
    long bytes = length * width;
    int beginLength = in.peek(begin, bytes);
    long hash = in.hash(bytes);
    survey.own(frames.node(), type.tally, frames.tree(), bytes);
    survey.contents.add(type.tally, hash, bytes, 5 + bytes, begin, beginLength);
    leave();
  }

  private void elements() throws IOException {
    Description type = descriptions.get(frames.description());
    int node = frames.node();
    int tree = frames.tree();
    for (long left = frames.count(); left > 0; left--) {
      frames.count(left - 1);
      if (!item(in.unsignedByte(), node, type.tally, tree, type.place)) {
        return;
      }
    }
    leave();
  }

  private void enumConstant(Description type, boolean referred) throws IOException {
    if (!type.has(Description.ENUM)) {
      throw in.refusal(
          String.format(Locale.ROOT, "an enum constant of class %s, which is none", type.name));
    }
    arrive(type, type.tally, referred, 1);
    int code = in.unsignedByte();
    if (code != StreamCodes.STRING && code != StreamCodes.REFERENCE) {
      throw in.refusal(
          String.format(Locale.ROOT, "code 0x%02x where the name of a constant belongs", code));
    }
    item(code, frames.node(), type.tally, frames.tree(), type.place);
    leave();
  }

  /// The writing of all that is begun broke off; then comes the exception that broke it, with
  /// handles of its own.
  private void exception() throws IOException {
    int broken = Survey.NONE;
    while (!frames.isEmpty()) {
      broken = abandon(frames.state(), broken);
    }
    survey.stream(1);
    firstNode = survey.graph.nodes();
    expected = Labels.EXCEPTION;
  }

  /// @param broken the node of a description that was begun inside of it, or NONE
  /// @return the node of the description that it is itself, or NONE
  private int abandon(int state, int broken) throws IOException {
    int node = frames.node();
    if (state == DESCRIPTION_ANNOTATION || state == DESCRIPTION_SUPERCLASS) {
      survey.abandonIn(node, Labels.SUPERCLASS, broken);
      frames.pop();
      return node;
    }
    if (state <= LAST_WAITING) {
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
