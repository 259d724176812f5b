package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.object.JdkObjectCodec;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Objects in messages.
class ObjectSectionTest {
  private final CountingPool pool = new CountingPool();
  private final MessageSettings settings =
      MessageSettings.growing().pool(pool).objects(JdkObjectCodec.allowing());
  private final MessageBuffer sent = new MessageBuffer(settings);
  private final MessageBuffer received = new MessageBuffer(settings);

  @AfterEach
  void everyBlockIsGivenBack() {
    sent.close();
    received.close();
    assertThat(pool.live()).isZero();
  }

  private MessageBuffer deliver() {
    Delivery.deliver(sent.commit(), received);
    return received;
  }

  @Test
  void objectsAndElementsAreReadInTheirOrder() {
    sent.writeObject("first").write(new int[] {1});
    sent.begin(SectionType.OBJECT).putObject(List.of(2, 3)).putObject(4L).write(new byte[] {5});
    deliver();
    assertThat(received.readObject()).isEqualTo("first");
    int[] ints = new int[1];
    received.read(ints);
    assertThat(received.open(SectionType.OBJECT)).isEqualTo(2);
    assertThat(received.getObject()).isEqualTo(List.of(2, 3));
    assertThat(received.getObject()).isEqualTo(4L);
    assertThat(received.left()).isZero();
    byte[] bytes = new byte[1];
    received.read(bytes);
    assertThat(bytes).containsExactly(5);
    assertThat(sent.rewind().readObject()).isEqualTo("first");
  }

  @Test
  void objectsThatAreSkippedArePassedOver() {
    sent.begin(SectionType.OBJECT).putObject("a").putObject("b").writeObject("c");
    deliver().open(SectionType.OBJECT);
    received.getObject();
    assertThat(received.skip().readObject()).isEqualTo("c");
  }

  @Test
  void anObjectThatIsNotAllowedLeavesTheSectionAsItWas() {
    sent.begin(SectionType.OBJECT).putObject("a");
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> sent.putObject(List.of("begins well", new File("x"))))
        .withMessage(
            "section 1 at byte 32: class java.io.File is not allowed; name it in"
                + " JdkObjectCodec.allowing");
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> sent.writeObject(new Object()));
    sent.writeObject("b");
    deliver().open(SectionType.OBJECT);
    assertThat(received.getObject()).isEqualTo("a");
    assertThat(received.readObject()).isEqualTo("b");
    assertThat(received.sectionsLeft()).isZero();
  }

  @Test
  void anObjectThatTheReaderDoesNotAllowCountsAsRead() {
    MessageBuffer generous =
        new MessageBuffer(settings.objects(JdkObjectCodec.allowing(File.class)));
    generous.begin(SectionType.OBJECT).putObject(new File("x")).putObject("b").commit();
    Delivery.deliver(generous, received);
    generous.close();
    received.open(SectionType.OBJECT);
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(received::getObject)
        .withMessageStartingWith("section 1 at byte 32, object 1: object refused at byte ")
        .withMessageEndingWith("class java.io.File is not allowed");
    assertThat(received.getObject()).isEqualTo("b");
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(received::getObject)
        .withMessage("section 1 at byte 32: its 2 objects were read");
  }

  @Test
  void elementsAndObjectsDoNotMix() {
    sent.begin(SectionType.OBJECT);
    assertThatIllegalArgumentException().isThrownBy(() -> sent.put(new int[1]));
    sent.begin(SectionType.INT);
    assertThatIllegalArgumentException().isThrownBy(() -> sent.putObject("a"));
    deliver().open(SectionType.OBJECT);
    assertThatExceptionOfType(SectionException.class).isThrownBy(() -> received.get(new int[0]));
    received.open(SectionType.INT);
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(received::getObject)
        .withMessage("section 2 at byte 48 holds int, no objects");
  }

  @Test
  void objectsHaveTheLimitOfTheMessage() {
    try (MessageBuffer small = new MessageBuffer(settings.limit(1000))) {
      assertThatExceptionOfType(SectionException.class)
          .isThrownBy(() -> small.writeObject("x".repeat(2000)))
          .withMessageContaining("may have 1000 bytes");
      small.writeObject("short");
      assertThat(small.commit().rewind().readObject()).isEqualTo("short");
    }
  }

  @Test
  void manyObjectsGrowTheMessage() {
    List<String> all = new ArrayList<>();
    sent.begin(SectionType.OBJECT);
    for (int i = 0; i < 1000; i++) {
      all.add("object " + i);
      sent.putObject(all.get(i));
    }
    deliver().open(SectionType.OBJECT);
    for (String each : all) {
      assertThat(received.getObject()).isEqualTo(each);
    }
  }
}
