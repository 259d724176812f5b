package io.penstock.message.launch;

import io.penstock.ffi.BrokenPipe;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// Gives each rank of this JVM its own standard streams, by the thread that uses them: lines go out
/// behind the rank's label, and rank 0 alone reads standard input; for the others it is empty.
/// Threads of no rank write without a label.
final class RankStreams extends OutputStream {
  private static final int OUTPUT = 1;
  private static final int ERRORS = 2;
  private static final int FAILED = 1;

  /// As a shell reports a process ended by SIGPIPE.
  private static final int READER_LEFT = 128 + 13;

  private final int descriptor;
  private final AtomicBoolean lost = new AtomicBoolean();
  private final List<OutputStream> sources = new ArrayList<>();
  private final OutputStream unlabelled;

  static void install(int size, boolean colouredOutput, boolean colouredErrors) {
    System.setOut(stream(FileDescriptor.out, size, colouredOutput));
    System.setErr(stream(FileDescriptor.err, size, colouredErrors));
    System.setIn(new Input(new FileInputStream(FileDescriptor.in)));
  }

  private static PrintStream stream(FileDescriptor file, int size, boolean coloured) {
    boolean results = file == FileDescriptor.out;
    PrintStream standard = results ? System.out : System.err;
    RankStreams output =
        new RankStreams(results ? OUTPUT : ERRORS, new FileOutputStream(file), size, coloured);
    Runtime.getRuntime().addShutdownHook(new Thread(output::finish));
    return new PrintStream(output, true, standard.charset());
  }

  private RankStreams(int descriptor, OutputStream file, int size, boolean coloured) {
    this.descriptor = descriptor;
    JoinedOutput joined = new JoinedOutput(file);
    for (int rank = 0; rank < size; rank++) {
      sources.add(joined.source(rank, coloured));
    }
    unlabelled = joined.source();
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    try {
      mine().write(bytes, from, count);
    } catch (IOException e) {
      lose(e); // a print stream would swallow it
      throw e;
    }
  }

  // Of what cannot be said on standard error nothing more can be said.
  private void lose(IOException e) {
    if (descriptor == OUTPUT && lost.compareAndSet(false, true)) {
      boolean readerLeft = BrokenPipe.caused(descriptor, e);
      if (!readerLeft) {
        say("penstock: standard output: " + e.getMessage());
      }
      Ending.exit(readerLeft ? READER_LEFT : FAILED);
    }
  }

  // In the name of no rank.
  private static void say(String line) {
    new PrintStream(new FileOutputStream(FileDescriptor.err), true, System.err.charset())
        .println(line);
  }

  private OutputStream mine() {
    return RankContext.current().map(job -> sources.get(job.rank())).orElse(unlabelled);
  }

  private void finish() {
    try {
      for (OutputStream source : sources) {
        source.close();
      }
      unlabelled.close();
    } catch (IOException e) {
      // The reader has left; the process is ending for that reason or another.
    }
  }

  private static final class Input extends InputStream {
    private final InputStream file;

    Input(InputStream file) {
      this.file = file;
    }

    private InputStream mine() {
      Optional<JobDescription> rank = RankContext.current();
      boolean first = rank.isEmpty() || rank.get().rank() == 0;
      return first ? file : InputStream.nullInputStream();
    }

    @Override
    public int read() throws IOException {
      return mine().read();
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      return mine().read(bytes, from, count);
    }

    @Override
    public int available() throws IOException {
      return mine().available();
    }
  }
}
