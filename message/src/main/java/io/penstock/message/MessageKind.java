package io.penstock.message;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The kind of a message's content, which lets a receiver detect that another one was sent.
public enum MessageKind {
  /// Memory without a type. It may be received into memory of any type, and memory without a type
  /// receives elements of any type.
  BYTES(0, ElementType.BYTE, true),
  BYTE(1, ElementType.BYTE, true),
  SHORT(2, ElementType.SHORT, true),
  CHAR(3, ElementType.CHAR, true),
  INT(4, ElementType.INT, true),
  LONG(5, ElementType.LONG, true),
  FLOAT(6, ElementType.FLOAT, true),
  DOUBLE(7, ElementType.DOUBLE, true),
  /// A [MessageBuffer].
  BUFFER(8, ElementType.BYTE, false),
  /// A Java object.
  OBJECT(9, ElementType.BYTE, false),
  /// A `boolean[]`: a byte each, 0 or 1, as MPI's `MPI_C_BOOL`. Any other byte is received as
  /// `true`.
  BOOLEAN(10, ElementType.BYTE, true);

  private static final List<Optional<MessageKind>> BY_CODE =
      Arrays.stream(values()).map(Optional::of).toList();

  private final int code;
  private final ElementType element;
  private final boolean elements;

  MessageKind(int code, ElementType element, boolean elements) {
    this.code = code;
    this.element = element;
    this.elements = elements;
  }

  /// The kind of a message that carries elements of a type.
  public static MessageKind of(ElementType type) {
    return switch (type) {
      case BYTE -> BYTE;
      case SHORT -> SHORT;
      case CHAR -> CHAR;
      case INT -> INT;
      case LONG -> LONG;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
    };
  }

  /// The kind of a message that carries these elements, [#BYTES] where they have no type.
  public static MessageKind of(Elements elements) {
    if (elements.memory() instanceof boolean[]) {
      return BOOLEAN;
    }
    return elements.isTyped() ? of(elements.type()) : BYTES;
  }

  /// The kind with a code; empty if there is none.
  public static Optional<MessageKind> coded(int code) {
    return code < 0 || code >= BY_CODE.size() ? Optional.empty() : BY_CODE.get(code);
  }

  /// What stands for the kind on the wire.
  public int code() {
    return code;
  }

  /// How its bytes are moved: as elements of this type in the sender's byte order.
  public ElementType element() {
    return element;
  }

  /// The size of one element; 1 for what has no elements.
  public int elementBytes() {
    return element.bytes();
  }

  /// Whether memory of this kind may receive a message of another.
  public boolean accepts(MessageKind sent) {
    return this == sent || (elements && sent.elements && (this == BYTES || sent == BYTES));
  }
}
