package consumer;

import io.penstock.codecs.fory.ForyObjectCodec;
import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.object.ObjectCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// A text in an archive of each format, and a list as an object, on the class path.
public final class Archives {
  private Archives() {}

  public static void main(String[] none) throws IOException {
    byte[] text = "a line of text\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    for (Codec codec : Codecs.all()) {
      byte[] archive = Compression.compress(text, Packing.of(codec));
      byte[] back = Compression.decompress(archive, Limits.defaults());
      System.out.println(codec.name() + " " + Arrays.equals(back, text));
    }
    ObjectCodec objects = ForyObjectCodec.allowing();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    objects.encode(List.of("a", "b"), bytes);
    System.out.println("object " + objects.decode(new ByteArrayInputStream(bytes.toByteArray())));
  }
}
