package io.penstock.lucene;

import org.apache.lucene.codecs.Codec;
import org.apache.lucene.tests.index.BasePointsFormatTestCase;
import org.apache.lucene.tests.util.TestUtil;

/// Lucene's own randomized suite for points, its indexes in [PenstockDirectory] by the property
/// `tests.directory`.
public class DefaultPointsFormatTest extends BasePointsFormatTestCase {
  @Override
  protected Codec getCodec() {
    return TestUtil.getDefaultCodec();
  }
}
