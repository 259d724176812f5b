package io.penstock.evaluate.messages;

import static io.penstock.report.By.CLASSIC;
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
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import io.penstock.object.JdkObjectCodec;
import io.penstock.report.Axis;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Objects in messages, in what the document calls the dynamic section: a message of integers and a
/// list of particles is written and read back.
final class MessageObjects implements Question {
  private static final int INTS = 1024;

  /// An object as simulations exchange it.
  private record Particle(int number, double x, double y, double z) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    List<Drill> drills =
        Stream.of(1L, 50L, 1000L).map(number -> extent.drill("message-objects", number)).toList();
    return Stream.of(
        Experiment.drill(
                "messages.objects",
                "Writing a message of 1,024 integers and a list of objects and reading it, by objects",
                Extent.BAKER + "section 3",
                Measure.MICROSECONDS)
            .along(Axis.BYTES)
            .on(drills)
            .exercise("object-streams", CLASSIC, of(Streams::new), Extent::rank)
            .exercise("penstock-message", PENSTOCK, of(Message::new), Extent::rank)
            .remark(
                "The axis is the number of objects. object-streams writes both into one stream, over"
                    + " an array of bytes; penstock-message has a section of integers and one of"
                    + " objects, whose classes it checks against those that it was told to allow."));
  }

  /// A message of integers and a list.
  private interface Round {
    void write(int[] ints, List<Particle> list) throws IOException;

    Object read(int[] ints) throws IOException, ClassNotFoundException;
  }

  /// The making of a way.
  private interface Way {
    Round make();
  }

  private static Exercise of(Way way) {
    return task -> new Session(task, way.make());
  }

  private static final class Session implements Exercise.Session {
    private final Round round;
    private final Batch batch;
    private final int number;
    private final int[] ints = new int[INTS];
    private final int[] read = new int[INTS];
    private List<Particle> list = new ArrayList<>();
    private Object back = list;

    Session(DrillTask task, Round round) {
      this.round = round;
      batch = new Batch(task);
      number = Math.toIntExact(task.drill().bytes());
      arm(0); // what is written to warm up
    }

    @Override
    public void arm(long salt) {
      list = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        list.add(new Particle(i, salt, i, salt + i));
      }
      Arrays.setAll(ints, i -> (int) salt + i);
      Arrays.fill(read, -1);
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(
          times -> {
            for (long i = 0; i < times; i++) {
              round.write(ints, list);
              back = round.read(read);
            }
          });
    }

    @Override
    public Optional<String> fault(long salt) {
      return Arrays.equals(ints, read) && list.equals(back)
          ? Optional.empty()
          : Optional.of("what was read is not what was written");
    }

    @Override
    public void close() {
      // memory alone
    }
  }

  private static final class Streams implements Round {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 << 10);

    @Override
    public void write(int[] ints, List<Particle> list) throws IOException {
      bytes.reset();
      DataOutputStream data = new DataOutputStream(bytes);
      for (int value : ints) {
        data.writeInt(value);
      }
      try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
        objects.writeObject(list);
      }
    }

    @Override
    public Object read(int[] ints) throws IOException, ClassNotFoundException {
      ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
      DataInputStream data = new DataInputStream(in);
      for (int i = 0; i < ints.length; i++) {
        ints[i] = data.readInt();
      }
      try (ObjectInputStream objects = new ObjectInputStream(in)) {
        return objects.readObject();
      }
    }
  }

  private static final class Message implements Round {
    private final MessageBuffer buffer =
        new MessageBuffer(
            MessageSettings.growing()
                .objects(JdkObjectCodec.allowing(ArrayList.class, Particle.class)));

    @Override
    public void write(int[] ints, List<Particle> list) {
      buffer.clear().write(ints).writeObject(list).commit();
    }

    @Override
    public Object read(int[] ints) {
      return buffer.rewind().read(ints).readObject();
    }
  }
}
