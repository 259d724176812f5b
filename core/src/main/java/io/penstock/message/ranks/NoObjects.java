package io.penstock.message.ranks;

import io.penstock.object.ObjectCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// Stands where no codec for objects was named.
enum NoObjects implements ObjectCodec {
  INSTANCE;

  @Override
  public void encode(Object value, OutputStream out) throws IOException {
    throw new IOException(
        value.getClass().getTypeName() + ": no codec was named; use withObjects first");
  }

  @Override
  public Object decode(InputStream in) throws IOException {
    throw new IOException("no codec was named; use withObjects first");
  }
}
