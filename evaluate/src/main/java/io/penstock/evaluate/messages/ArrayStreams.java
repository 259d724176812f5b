package io.penstock.evaluate.messages;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.Setting;
import io.penstock.report.Axis;
import io.penstock.stream.ArrayDataInputStream;
import io.penstock.stream.ArrayDataOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Arrays of integers over a socket by streams: the publication's last sentence on its proposed
/// array methods, which "would therefore benefit networking applications as well".
final class ArrayStreams implements Question {
  private static final String ID = "messages.streams";
  private static final int BUFFER = 64 << 10;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    List<Long> sizes =
        extent.quick()
            ? List.of(64L << 10, 1L << 20)
            : List.of(4L << 10, 64L << 10, 1L << 20, 16L << 20);
    List<Drill> drills =
        sizes.stream().map(size -> extent.drill("array-streams", size).processes(2)).toList();
    return Stream.of(
        Experiment.drill(
                ID,
                "Sending an array of integers through a socket, by the size of the array",
                MpiLibraries.SOURCE,
                Measure.THROUGHPUT)
            .along(Axis.BYTES)
            .on(drills)
            .exercise("data-streams", CLASSIC, of(DataStreams::new), Extent::rank)
            .exercise("encode-decode", CLASSIC, of(Shifted::new), Extent::rank)
            .exercise("object-streams", CLASSIC, of(ObjectStreams::new), Extent::rank)
            .exercise("byte-buffer", JDK, of(Buffered::new), Extent::rank)
            .exercise("penstock-streams", PENSTOCK, of(ArrayMethods::new), Extent::rank)
            .remark(
                "From one process to another through TCP over the loopback interface, as many arrays"
                    + " as a batch has and one answer at its end. data-streams calls writeInt and"
                    + " readInt for each element, through buffers of 64 KiB.")
            .goal(4, "penstock-streams", "data-streams"));
  }

  /// A way of sending and receiving an array.
  private interface Channel {
    void send(int[] array) throws IOException;

    void receive(int[] array) throws IOException, ClassNotFoundException;
  }

  /// The making of a way over a connection.
  private interface Way {
    Channel over(InputStream in, OutputStream out) throws IOException;
  }

  private static Exercise of(Way way) {
    return task -> new Session(task, way);
  }

  /// One end of the connection: rank 0 sends, rank 1 receives.
  private static final class Session implements Exercise.Session {
    private final int rank;
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final Channel channel;
    private final int[] array;
    private final Batch batch;

    Session(DrillTask task, Way way) throws IOException, InterruptedException {
      rank = task.rank();
      socket = connected(new Rendezvous(task.meeting()), rank);
      socket.setTcpNoDelay(true);
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
      channel = way.over(socket.getInputStream(), socket.getOutputStream());
      array = new int[Math.toIntExact(task.drill().bytes() / Integer.BYTES)];
      batch = new Batch(task);
    }

    private static Socket connected(Rendezvous meeting, int rank)
        throws IOException, InterruptedException {
      if (rank == 1) {
        int port = Integer.parseInt(meeting.await());
        return new Socket(InetAddress.getLoopbackAddress(), port);
      }
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        meeting.announce(Integer.toString(server.getLocalPort()));
        return server.accept();
      }
    }

    @Override
    public void arm(long salt) {
      if (rank == 0) {
        for (int i = 0; i < array.length; i++) {
          array[i] = value(i, salt);
        }
      } else {
        Arrays.fill(array, -1);
      }
    }

    private static int value(int i, long salt) {
      return (int) ((i + 1) * 0x9E3779B1L ^ salt << 8);
    }

    @Override
    public Reading run() throws Exception {
      return rank == 0 ? sent() : received();
    }

    private Reading sent() throws IOException {
      long number = batch.operations();
      out.writeLong(number);
      long start = System.nanoTime();
      for (long i = 0; i < number; i++) {
        channel.send(array);
      }
      long answer = in.readLong();
      long nanos = System.nanoTime() - start;
      if (answer != number) {
        throw new IOException(answer + " arrays came instead of " + number);
      }
      return batch.took(nanos);
    }

    private Reading received() throws IOException, ClassNotFoundException {
      long number = in.readLong();
      for (long i = 0; i < number; i++) {
        channel.receive(array);
      }
      out.writeLong(number);
      return new Reading(1, number);
    }

    @Override
    public Optional<String> fault(long salt) {
      for (int i = 0; i < array.length; i++) {
        if (array[i] != value(i, salt)) {
          return Optional.of("element " + i + " of rank " + rank + " is " + array[i]);
        }
      }
      return Optional.empty();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  // ---- the ways --------------------------------------------------------------------------------

  private static final class DataStreams implements Channel {
    private final DataInputStream in;
    private final DataOutputStream out;

    DataStreams(InputStream in, OutputStream out) {
      this.in = new DataInputStream(new BufferedInputStream(in, BUFFER));
      this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
    }

    @Override
    public void send(int[] array) throws IOException {
      for (int value : array) {
        out.writeInt(value);
      }
      out.flush();
    }

    @Override
    public void receive(int[] array) throws IOException {
      for (int i = 0; i < array.length; i++) {
        array[i] = in.readInt();
      }
    }
  }

  /// Conversion by shifts into an array of bytes that is sent as a whole.
  private static final class Shifted implements Channel {
    private final InputStream in;
    private final OutputStream out;
    private byte[] bytes = {};

    Shifted(InputStream in, OutputStream out) {
      this.in = in;
      this.out = out;
    }

    private byte[] bytes(int[] array) {
      if (bytes.length != 4 * array.length) {
        bytes = new byte[4 * array.length];
      }
      return bytes;
    }

    @Override
    public void send(int[] array) throws IOException {
      byte[] encoded = bytes(array);
      for (int i = 0; i < array.length; i++) {
        for (int b = 0; b < 4; b++) {
          encoded[4 * i + b] = (byte) (array[i] >> (b * 8));
        }
      }
      out.write(encoded);
    }

    @Override
    public void receive(int[] array) throws IOException {
      byte[] encoded = bytes(array);
      int read = in.readNBytes(encoded, 0, encoded.length);
      if (read != encoded.length) {
        throw new IOException("the connection ends after " + read + " bytes");
      }
      for (int i = 0; i < array.length; i++) {
        int value = 0;
        for (int b = 0; b < 4; b++) {
          value |= (encoded[4 * i + b] & 255) << (b * 8);
        }
        array[i] = value;
      }
    }
  }

  private static final class ObjectStreams implements Channel {
    private final InputStream in;
    private final ObjectOutputStream out;
    private Optional<ObjectInputStream> objects = Optional.empty();

    ObjectStreams(InputStream in, OutputStream out) throws IOException {
      this.in = in;
      this.out = new ObjectOutputStream(new BufferedOutputStream(out, BUFFER));
    }

    @Override
    public void send(int[] array) throws IOException {
      out.reset(); // else only the first one would be sent
      out.writeObject(array);
      out.flush();
    }

    /// Its stream is made late: it waits for the header that the other one's writes.
    @Override
    public void receive(int[] array) throws IOException, ClassNotFoundException {
      ObjectInputStream opened =
          objects.isPresent()
              ? objects.get()
              : new ObjectInputStream(new BufferedInputStream(in, BUFFER));
      objects = Optional.of(opened);
      int[] read = (int[]) opened.readObject();
      System.arraycopy(read, 0, array, 0, array.length);
    }
  }

  /// A view of a heap buffer, whose bytes the streams move.
  private static final class Buffered implements Channel {
    private final InputStream in;
    private final OutputStream out;
    private byte[] bytes = {};

    Buffered(InputStream in, OutputStream out) {
      this.in = in;
      this.out = out;
    }

    private ByteBuffer buffer(int[] array) {
      if (bytes.length != 4 * array.length) {
        bytes = new byte[4 * array.length];
      }
      return ByteBuffer.wrap(bytes);
    }

    @Override
    public void send(int[] array) throws IOException {
      buffer(array).asIntBuffer().put(array);
      out.write(bytes);
    }

    @Override
    public void receive(int[] array) throws IOException {
      ByteBuffer buffer = buffer(array);
      int read = in.readNBytes(bytes, 0, bytes.length);
      if (read != bytes.length) {
        throw new IOException("the connection ends after " + read + " bytes");
      }
      buffer.asIntBuffer().get(array);
    }
  }

  private static final class ArrayMethods implements Channel {
    private final ArrayDataInputStream in;
    private final ArrayDataOutputStream out;

    ArrayMethods(InputStream in, OutputStream out) {
      this.in = new ArrayDataInputStream(in);
      this.out = new ArrayDataOutputStream(out);
    }

    @Override
    public void send(int[] array) throws IOException {
      out.writeIntArray(array);
      out.flush();
    }

    @Override
    public void receive(int[] array) throws IOException {
      in.readIntArray(array);
    }
  }
}
