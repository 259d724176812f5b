package io.penstock.lucene;

import java.util.Arrays;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.tests.index.BasePostingsFormatTestCase;
import org.apache.lucene.tests.util.TestUtil;

/// Lucene's own randomized suite for postings, its indexes in [PenstockDirectory] by the property
/// `tests.directory`.
public class DefaultPostingsFormatTest extends BasePostingsFormatTestCase {
  @Override
  protected Codec getCodec() {
    return TestUtil.getDefaultCodec();
  }

  /// A hundred indexes of about ten thousand documents: half a minute, which [RepeatedSuitesTest]
  /// has, where this version of Lucene has the test at all.
  @Override
  public void testDocIDRunEnd() throws Exception {
    assumeTrue("for the long campaign", RepeatedSuitesTest.isRunning());
    assumeTrue(
        "not in this version of Lucene",
        Arrays.stream(BasePostingsFormatTestCase.class.getMethods())
            .anyMatch(method -> method.getName().equals("testDocIDRunEnd")));
    super.testDocIDRunEnd();
  }
}
