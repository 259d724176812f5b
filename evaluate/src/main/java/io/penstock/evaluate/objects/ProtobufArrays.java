package io.penstock.evaluate.objects;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/// Packed numbers of fixed size: a tag, their bytes, one after the other.
final class ProtobufArrays {
  private ProtobufArrays() {}

  static void save(int[] ints, int field, CodedOutputStream out) throws IOException {
    open(field, (long) ints.length * Integer.BYTES, out);
    for (int each : ints) {
      out.writeFixed32NoTag(each);
    }
  }

  static void save(double[] doubles, int field, CodedOutputStream out) throws IOException {
    open(field, (long) doubles.length * Double.BYTES, out);
    for (double each : doubles) {
      out.writeDoubleNoTag(each);
    }
  }

  private static void open(int field, long bytes, CodedOutputStream out) throws IOException {
    out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(Math.toIntExact(bytes));
  }

  static int[] ints(CodedInputStream in) throws IOException {
    int[] ints = new int[in.readRawVarint32() / Integer.BYTES];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = in.readFixed32();
    }
    return ints;
  }

  static double[] doubles(CodedInputStream in) throws IOException {
    double[] doubles = new double[in.readRawVarint32() / Double.BYTES];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = in.readDouble();
    }
    return doubles;
  }
}
