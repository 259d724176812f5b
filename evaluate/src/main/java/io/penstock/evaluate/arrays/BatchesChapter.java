package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Question;
import java.util.List;

/// Many reads at once: what it costs to ask a device for places one after the other here, and what
/// to ask for them together.
public final class BatchesChapter implements Chapter {
  /// The wish of those who search: https://github.com/apache/lucene/issues/16656.
  static final String SOURCE = "Apache Lucene, issue 16656";

  @Override
  public String name() {
    return "batches";
  }

  @Override
  public List<Question> questions() {
    return List.of(new BatchedReads(), new Rerank());
  }
}
