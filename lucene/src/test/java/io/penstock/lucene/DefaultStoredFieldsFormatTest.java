package io.penstock.lucene;

import org.apache.lucene.codecs.Codec;
import org.apache.lucene.tests.index.BaseStoredFieldsFormatTestCase;
import org.apache.lucene.tests.util.TestUtil;

/// Lucene's own randomized suite for stored fields, its indexes in [PenstockDirectory] by the
/// property `tests.directory`.
public class DefaultStoredFieldsFormatTest extends BaseStoredFieldsFormatTestCase {
  @Override
  protected Codec getCodec() {
    return TestUtil.getDefaultCodec();
  }
}
