package io.penstock.message.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// One output for the lines of several ranks: each line comes whole, behind its rank's label.
///
/// Bytes are passed on as they are, whatever they mean; only the line feed is looked for. A line is
/// held back until it ends. One longer than 64 KiB is broken into pieces of that length, each on a
/// line of its own: a rank that stops in the middle of a line must not stop the others. Safe for
/// use by several threads.
public final class JoinedOutput {
  /// Bytes of a line that are held back at most.
  static final int LONGEST = 64 << 10;

  private static final int BATCH = 64 << 10;
  private static final int[] COLOURS = {36, 33, 32, 35, 34, 31};

  private final OutputStream sink;

  /// @param sink takes whole lines, many at a time, from one thread at a time
  public JoinedOutput(OutputStream sink) {
    this.sink = sink;
  }

  /// A stream for one rank, whose lines begin with `[3] `, and with `[3]+` where they continue one
  /// that was broken. Closing it ends a line that has no end, and leaves the sink open.
  ///
  /// @param coloured whether the label has one of six colours, for a terminal
  public OutputStream source(int rank, boolean coloured) {
    String on = coloured ? "\033[" + COLOURS[rank % COLOURS.length] + "m" : "";
    String off = coloured ? "\033[0m" : "";
    String label = on + "[" + rank + "]" + off;
    return new Source(label + " ", label + "+");
  }

  /// A stream whose lines have no label.
  public OutputStream source() {
    return new Source("", "");
  }

  private synchronized void pass(ByteArrayOutputStream lines) throws IOException {
    lines.writeTo(sink);
    sink.flush();
  }

  private final class Source extends OutputStream {
    private final byte[] label;
    private final byte[] continuedLabel;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private boolean continued;

    private Source(String label, String continuedLabel) {
      this.label = label.getBytes(US_ASCII);
      this.continuedLabel = continuedLabel.getBytes(US_ASCII);
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) throws IOException {
      int end = from + count;
      for (int next = from; next < end; ) {
        int length = Math.min(untilLineFeed(bytes, next, end), LONGEST - line.size());
        line.write(bytes, next, length);
        next += length;
        if (next < end && bytes[next] == '\n') {
          next++;
          finishLine(false);
        } else if (line.size() == LONGEST && next < end) {
          finishLine(true);
        }
      }
      passBatch();
    }

    private static int untilLineFeed(byte[] bytes, int from, int end) {
      int at = from;
      while (at < end && bytes[at] != '\n') {
        at++;
      }
      return at - from;
    }

    private void finishLine(boolean more) throws IOException {
      batch.writeBytes(continued ? continuedLabel : label);
      line.writeTo(batch);
      batch.write('\n');
      line.reset();
      continued = more;
      if (batch.size() >= BATCH) {
        passBatch();
      }
    }

    private void passBatch() throws IOException {
      if (batch.size() > 0) {
        try {
          pass(batch);
        } finally {
          batch.reset();
        }
      }
    }

    @Override
    public synchronized void close() throws IOException {
      if (line.size() > 0) {
        finishLine(false);
        passBatch();
      }
    }
  }
}
