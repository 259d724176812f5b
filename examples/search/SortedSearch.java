import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.stream.FileMode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Prints the lines that begin with a key, from a file of lines sorted by their bytes, as
/// `LC_ALL=C sort` leaves them. It reads some pages of the file, however large that is.
public final class SortedSearch {
  private final ArrayRandomAccessFile file;
  private final byte[] key;

  private SortedSearch(ArrayRandomAccessFile file, byte[] key) {
    this.file = file;
    this.key = key;
  }

  /// @param arguments the file, and the key
  public static void main(String... arguments) throws IOException {
    byte[] key = arguments[1].getBytes(StandardCharsets.UTF_8);
    try (ArrayRandomAccessFile file =
        new ArrayRandomAccessFile(Path.of(arguments[0]), FileMode.READ)) {
      new SortedSearch(file, key).print(System.out);
    }
  }

  private void print(PrintStream out) throws IOException {
    long at = first();
    while (at < file.length() && compare(at) == 0) {
      file.seek(at);
      int b;
      do {
        b = file.read();
        out.write(b < 0 ? '\n' : b);
      } while (b >= 0 && b != '\n');
      at = file.getFilePointer();
    }
    out.flush();
  }

  /// Where the first line begins that does not come before the key.
  private long first() throws IOException {
    long low = 0;
    long high = file.length();
    while (low < high) {
      long begin = begin((low + high) >>> 1);
      if (compare(begin) < 0) {
        low = end(begin) + 1;
      } else {
        high = begin;
      }
    }
    return low;
  }

  private long begin(long at) throws IOException {
    long begin = at;
    while (begin > 0 && file.read(begin - 1) != '\n') {
      begin--;
    }
    return begin;
  }

  private long end(long at) throws IOException {
    long end = at;
    for (int b = file.read(at); b >= 0 && b != '\n'; b = file.read()) {
      end++;
    }
    return end;
  }

  /// Less than 0 if a line comes before the key, 0 if it begins with it.
  private int compare(long begin) throws IOException {
    for (int i = 0; i < key.length; i++) {
      int b = file.read(begin + i);
      if (b < 0 || b == '\n') {
        return -1;
      }
      if (b != (key[i] & 0xff)) {
        return b - (key[i] & 0xff);
      }
    }
    return 0;
  }
}
