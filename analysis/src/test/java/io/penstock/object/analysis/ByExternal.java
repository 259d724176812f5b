package io.penstock.object.analysis;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;

/// Writes itself.
public final class ByExternal implements Externalizable {
  private static final long serialVersionUID = 1;

  private String text = "";

  /// For reading.
  public ByExternal() {}

  ByExternal(String text) {
    this.text = text;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeLong(5);
    out.writeObject(text);
    out.write(new byte[3000]);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
    in.readLong();
    text = (String) in.readObject();
    in.readFully(new byte[3000]);
  }

  /// Writes its field.
  static class Above implements Serializable {
    private static final long serialVersionUID = 1;
    private final int number = 5;

    int number() {
      return number;
    }
  }

  /// Writes itself, and not what is above it.
  public static final class Below extends Above implements Externalizable {
    private static final long serialVersionUID = 1;

    /// For reading.
    public Below() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(number());
      out.writeObject("below");
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      in.readInt();
      in.readObject();
    }
  }
}
