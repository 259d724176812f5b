package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Question;
import java.util.List;

/// Messages: what it costs to get memory for them, to pack them and to exchange them here.
public final class MessagesChapter implements Chapter {
  @Override
  public String name() {
    return "messages";
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Allocation(),
        new MessagePacking(),
        new MessageObjects(),
        new ArrayStreams(),
        new PointToPoint(),
        new MpiJobs(),
        new Windows());
  }
}
