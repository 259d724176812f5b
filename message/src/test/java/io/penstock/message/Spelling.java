package io.penstock.message;

import io.penstock.object.ObjectCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.OutputStream;

/// A codec that knows strings alone.
final class Spelling implements ObjectCodec {
  @Override
  public void encode(Object value, OutputStream out) throws IOException {
    if (!(value instanceof String text)) {
      throw new NotSerializableException(value.getClass().getName());
    }
    new DataOutputStream(out).writeUTF(text);
  }

  @Override
  public Object decode(InputStream in) throws IOException {
    return new DataInputStream(in).readUTF();
  }
}
