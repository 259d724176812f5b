package io.penstock.evaluate.messages;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
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
import java.util.function.BiFunction;
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
    MessageSizes sizes = MessageSizes.of(setting);
    return Stream.of(
        Experiment.drill(
                "messages.objects",
                "Writing a message of 1,024 integers and a list of objects and reading it, by objects",
                MessageSizes.BAKER + "section 3",
                Measure.MICROSECONDS)
            .along(Axis.BYTES)
            .on(sizes.drills("message-objects", List.of(1L, 50L, 1000L), one -> one))
            .exercise("object-streams", CLASSIC, of(MessageObjects::streams), MessageSizes::rank)
            .exercise("penstock-message", PENSTOCK, of(MessageObjects::message), MessageSizes::rank)
            .remark(
                "The axis is the number of objects. object-streams writes both into one stream, over"
                    + " an array of bytes; penstock-message has a section of integers and one of"
                    + " objects, whose classes it checks against those that it was told to allow."));
  }

  /// The two sections of a message: integers and objects.
  private static final class Sections {
    private final int[] ints = new int[INTS];
    private Object list = new ArrayList<>();

    /// @param salt sets it apart from others
    /// @param number of objects
    void fill(long salt, int number) {
      List<Particle> particles = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        particles.add(new Particle(i, salt, i, salt + i));
      }
      list = particles;
      Arrays.setAll(ints, i -> (int) salt + i);
    }
  }

  /// An exercise of a message that is written and read back.
  ///
  /// @param way of doing so with the first content, into the second one
  private static Exercise of(BiFunction<Sections, Sections, Exercise.Step> way) {
    return task -> {
      Sections written = new Sections();
      Sections read = new Sections();
      int number = Math.toIntExact(task.drill().bytes());
      written.fill(0, number); // what is written to warm up
      return Exercise.Session.repeating(
          salt -> {
            written.fill(salt, number);
            Arrays.fill(read.ints, -1);
          },
          new Batch(task),
          way.apply(written, read),
          () ->
              Arrays.equals(written.ints, read.ints) && written.list.equals(read.list)
                  ? Optional.empty()
                  : Optional.of("what was read is not what was written"));
    };
  }

  private static Exercise.Step streams(Sections written, Sections read) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 << 10);
    return times -> {
      for (long i = 0; i < times; i++) {
        bytes.reset();
        write(written, bytes);
        read(read, new ByteArrayInputStream(bytes.toByteArray()));
      }
    };
  }

  private static void write(Sections content, ByteArrayOutputStream bytes) throws IOException {
    DataOutputStream data = new DataOutputStream(bytes);
    for (int value : content.ints) {
      data.writeInt(value);
    }
    try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
      objects.writeObject(content.list);
    }
  }

  private static void read(Sections content, ByteArrayInputStream bytes)
      throws IOException, ClassNotFoundException {
    DataInputStream data = new DataInputStream(bytes);
    for (int i = 0; i < INTS; i++) {
      content.ints[i] = data.readInt();
    }
    try (ObjectInputStream objects = new ObjectInputStream(bytes)) {
      content.list = objects.readObject();
    }
  }

  private static Exercise.Step message(Sections written, Sections read) {
    MessageBuffer buffer =
        new MessageBuffer(
            MessageSettings.growing()
                .objects(JdkObjectCodec.allowing(ArrayList.class, Particle.class)));
    return times -> {
      for (long i = 0; i < times; i++) {
        buffer.clear().write(written.ints).writeObject(written.list).commit();
        read.list = buffer.rewind().read(read.ints).readObject();
      }
    };
  }
}
