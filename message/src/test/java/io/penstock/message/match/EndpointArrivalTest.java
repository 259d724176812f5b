package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.message.MessageKind;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An endpoint and the messages of another process, of which the head comes first.
@Timeout(60)
class EndpointArrivalTest extends EndpointFixture {
  private Arrival head(int bytes, long number) {
    Incoming head = new Incoming();
    head.envelope(0, 1, TAG, MessageKind.BYTE, ByteOrder.nativeOrder(), bytes);
    if (number != 0) {
      head.announcedAs(number);
    }
    ranks[1].meet(head);
    return head.arrival();
  }

  @Test
  void aReceiveWaitsForTheRestOfAMessageThatHasBegunToCome() {
    Arrival arrival = head(300, 0);
    byte[] room = new byte[300];
    Transfer receive = receive(room);
    assertThat(receive.met()).isFalse();
    arrival.memory().set(ValueLayout.JAVA_BYTE, 299, (byte) 7);
    ranks[1].full(arrival);
    assertThat(receive.met()).isTrue();
    receive.check();
    assertThat(room[299]).isEqualTo((byte) 7);
    assertThat(ranks[1].consumed).containsExactly(300L);
    Arrival complete = head(300, 0);
    ranks[1].full(complete);
    assertThat(receive(room).met()).isTrue();
    assertThat(pool.statistics().liveBlocks()).isZero();
  }

  @Test
  void aMessageThatBreaksOffFailsAtItsReceiveAndItsBlockIsFree() {
    Arrival arrival = head(300, 0);
    Transfer receive = receive(new byte[300]);
    ranks[1].fail(JobFailure.ofRank(0, "rank 0 is gone"));
    assertThat(receive.met()).isFalse();
    ranks[1].broken(arrival);
    assertThat(receive.met()).isTrue();
    assertThatThrownBy(receive::check).hasMessageContaining("rank 0 is gone");
    assertThat(pool.statistics().liveBlocks()).isZero();
  }

  @Test
  void aMessageThatNobodyReceivesKeepsItsBlockUntilAllOfItHasComeWhereTheJobFails() {
    Arrival arrival = head(300, 0);
    ranks[1].fail(JobFailure.ofRank(0, "rank 0 is gone"));
    assertThat(pool.statistics().liveBlocks()).as("the rest may be on its way into it").isOne();
    ranks[1].full(arrival);
    assertThat(pool.statistics().liveBlocks()).isZero();
  }

  @Test
  void aMessageThatWasTakenOutOfMatchingIsAskedForToo() {
    head(5000, 77);
    Arrival aside = ranks[1].setAside(room(new byte[0]));
    Transfer receive = room(new byte[5000]);
    ranks[1].receive(receive, aside);
    assertThat(ranks[1].requested).containsExactly(77L);
    assertThat(receive.met()).as("its data come").isFalse();
  }

  @Test
  void whatAnotherProcessKeepsIsAskedForByItsReceive() {
    head(5000, 77);
    Transfer receive = receive(new byte[5000]);
    assertThat(ranks[1].requested).containsExactly(77L);
    assertThat(receive.met()).as("its data come").isFalse();
    assertThat(receive.sentBytes()).isEqualTo(5000);
    head(5000, 78);
    Transfer tooShort = receive(new byte[1]);
    assertThat(ranks[1].refused).containsExactly(78L);
    assertThat(tooShort.met()).isTrue();
    assertThatThrownBy(tooShort::check).hasMessageContaining("the message has 5000 bytes");
    assertThat(ranks[1].consumed).as("none was taken over").isEmpty();
  }
}
