/// Data streams and a random access file that move whole arrays of every primitive type.
///
/// The first document that measured Java for high-performance computing (Dickens and Thakur) asked
/// the JDK for six methods to write arrays and six to read them. Here they are, on the interfaces
/// [ArrayDataOutput] and [ArrayDataInput], beside everything that [java.io.DataOutput] and
/// [java.io.DataInput] have. Nothing here is synchronized: an object belongs to one thread at a
/// time. The loops between arrays and bytes are generated from one template,
/// `src/main/templates/ElementCodec.java.template`: change that, never a copy.
@NullMarked
package io.penstock.stream;

import org.jspecify.annotations.NullMarked;
