package io.penstock.lucene;

import org.apache.lucene.codecs.Codec;
import org.apache.lucene.tests.index.BaseKnnVectorsFormatTestCase;
import org.apache.lucene.tests.util.TestUtil;

/// Lucene's own randomized suite for vectors, its indexes in [PenstockDirectory] by the property
/// `tests.directory`.
public class DefaultKnnVectorsFormatTest extends BaseKnnVectorsFormatTestCase {
  @Override
  protected Codec getCodec() {
    return TestUtil.getDefaultCodec();
  }

  @Override
  protected boolean supportsFloatVectorFallback() {
    return false;
  }
}
