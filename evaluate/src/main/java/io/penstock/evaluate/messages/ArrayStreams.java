package io.penstock.evaluate.messages;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import io.penstock.report.By;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/// Arrays of integers over a socket by streams: the publication's last sentence on its proposed
/// array methods, which "would therefore benefit networking applications as well".
final class ArrayStreams implements Question {
  private static final String ID = "messages.streams";
  private static final int BUFFER = 64 << 10;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    MessageSizes sizes = MessageSizes.of(setting);
    List<Long> arrays =
        sizes.quick()
            ? List.of(64L << 10, 1L << 20)
            : List.of(4L << 10, 64L << 10, 1L << 20, 16L << 20);
    Experiment none =
        Experiment.drill(
                ID,
                "Sending an array of integers through a socket, by the size of the array",
                MessageSizes.DICKENS,
                Measure.THROUGHPUT)
            .along(Axis.BYTES)
            .on(sizes.drills("array-streams", arrays, drill -> drill.processes(2)));
    return Stream.of(
        ways(none)
            .remark(
                "From one process to another through TCP over the loopback interface, as many arrays"
                    + " as a batch has and one answer at its end. data-streams calls writeInt and"
                    + " readInt for each element, through buffers of 64 KiB.")
            .goal(4, "penstock-streams", "data-streams"));
  }

  private static Experiment ways(Experiment none) {
    Experiment all =
        way(none, "data-streams", CLASSIC, ArrayStreams::dataOutput, ArrayStreams::dataInput);
    all = way(all, "encode-decode", CLASSIC, ArrayStreams::encoding, ArrayStreams::decoding);
    all =
        way(all, "object-streams", CLASSIC, ArrayStreams::objectOutput, ArrayStreams::objectInput);
    all = way(all, "byte-buffer", JDK, ArrayStreams::bufferOutput, ArrayStreams::bufferInput);
    return way(
        all, "penstock-streams", PENSTOCK, ArrayStreams::arrayOutput, ArrayStreams::arrayInput);
  }

  /// With a way of sending an array and one of receiving it.
  private static Experiment way(
      Experiment experiment,
      String name,
      By by,
      BiFunction<OutputStream, int[], Move> sending,
      BiFunction<InputStream, int[], Move> receiving) {
    return experiment.exercise(
        name,
        by,
        task -> new RankSession(task, _ -> new StreamRank(task, sending, receiving)),
        MessageSizes::rank);
  }

  /// One end of the connection: rank 0 sends, rank 1 receives.
  private static final class StreamRank implements RankSession.Rank {
    private final int rank;
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final int[] array;
    private final Move move;

    StreamRank(
        DrillTask task,
        BiFunction<OutputStream, int[], Move> sending,
        BiFunction<InputStream, int[], Move> receiving)
        throws IOException, InterruptedException {
      rank = task.rank();
      socket = connected(task);
      socket.setTcpNoDelay(true);
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
      array = new int[Math.toIntExact(task.drill().bytes() / Integer.BYTES)];
      move =
          rank == 0
              ? sending.apply(socket.getOutputStream(), array)
              : receiving.apply(socket.getInputStream(), array);
    }

    private static Socket connected(DrillTask task) throws IOException, InterruptedException {
      if (task.rank() == 1) {
        int port = Integer.parseInt(RankSession.await(task));
        return new Socket(InetAddress.getLoopbackAddress(), port);
      }
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        RankSession.announce(task, Integer.toString(server.getLocalPort()));
        return server.accept();
      }
    }

    @Override
    public void arm(long salt) {
      if (rank == 0) {
        Arrays.setAll(array, i -> value(i, salt));
      } else {
        Arrays.fill(array, -1);
      }
    }

    private static int value(int i, long salt) {
      return (int) ((i + 1) * 0x9E3779B1L ^ salt << 8);
    }

    /// Rank 0 stops its clock when the answer to its last array is there.
    @Override
    public long play(long wanted) throws Exception {
      if (rank == 0) {
        out.writeLong(wanted);
      }
      long number = rank == 0 ? wanted : in.readLong();
      long start = System.nanoTime();
      for (long i = 0; i < number; i++) {
        move.run();
      }
      if (rank == 1) {
        out.writeLong(number);
      } else if (in.readLong() != number) {
        throw new IOException("not " + number + " arrays came");
      }
      return System.nanoTime() - start;
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

  private static Move dataOutput(OutputStream out, int[] array) {
    DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
    return () -> {
      for (int value : array) {
        data.writeInt(value);
      }
      data.flush();
    };
  }

  private static Move dataInput(InputStream in, int[] array) {
    DataInputStream data = new DataInputStream(new BufferedInputStream(in, BUFFER));
    return () -> {
      for (int i = 0; i < array.length; i++) {
        array[i] = data.readInt();
      }
    };
  }

  /// Conversion by shifts into an array of bytes that is sent as a whole.
  private static Move encoding(OutputStream out, int[] array) {
    byte[] encoded = new byte[4 * array.length];
    return () -> {
      for (int i = 0; i < array.length; i++) {
        for (int b = 0; b < 4; b++) {
          encoded[4 * i + b] = (byte) (array[i] >> (b * 8));
        }
      }
      out.write(encoded);
    };
  }

  private static Move decoding(InputStream in, int[] array) {
    byte[] encoded = new byte[4 * array.length];
    return () -> {
      fill(in, encoded);
      for (int i = 0; i < array.length; i++) {
        int value = 0;
        for (int b = 0; b < 4; b++) {
          value |= (encoded[4 * i + b] & 255) << (b * 8);
        }
        array[i] = value;
      }
    };
  }

  private static void fill(InputStream in, byte[] bytes) throws IOException {
    int read = in.readNBytes(bytes, 0, bytes.length);
    if (read != bytes.length) {
      throw new IOException("the connection ends after " + read + " bytes");
    }
  }

  /// Both object streams are made late: one waits for the header that the other one writes.
  private static Move objectOutput(OutputStream out, int[] array) {
    List<ObjectOutputStream> made = new ArrayList<>(1);
    return () -> {
      if (made.isEmpty()) {
        made.add(new ObjectOutputStream(new BufferedOutputStream(out, BUFFER)));
      }
      ObjectOutputStream objects = made.getFirst();
      objects.reset(); // else only the first one would be sent
      objects.writeObject(array);
      objects.flush();
    };
  }

  private static Move objectInput(InputStream in, int[] array) {
    List<ObjectInputStream> made = new ArrayList<>(1);
    return () -> {
      if (made.isEmpty()) {
        made.add(new ObjectInputStream(new BufferedInputStream(in, BUFFER)));
      }
      int[] read = (int[]) made.getFirst().readObject();
      System.arraycopy(read, 0, array, 0, array.length);
    };
  }

  /// A view of a heap buffer, whose bytes the streams move.
  private static Move bufferOutput(OutputStream out, int[] array) {
    byte[] bytes = new byte[4 * array.length];
    return () -> {
      ByteBuffer.wrap(bytes).asIntBuffer().put(array);
      out.write(bytes);
    };
  }

  private static Move bufferInput(InputStream in, int[] array) {
    byte[] bytes = new byte[4 * array.length];
    return () -> {
      fill(in, bytes);
      ByteBuffer.wrap(bytes).asIntBuffer().get(array);
    };
  }

  private static Move arrayOutput(OutputStream out, int[] array) {
    ArrayDataOutputStream data = new ArrayDataOutputStream(out);
    return () -> {
      data.writeIntArray(array);
      data.flush();
    };
  }

  private static Move arrayInput(InputStream in, int[] array) {
    ArrayDataInputStream data = new ArrayDataInputStream(in);
    return () -> data.readIntArray(array);
  }
}
