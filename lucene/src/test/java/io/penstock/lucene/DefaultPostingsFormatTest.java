package io.penstock.lucene;

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
}
