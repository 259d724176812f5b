/// A directory of Apache Lucene, read from mapped memory or by an engine, and in batches.
@NullMarked
package io.penstock.lucene;

import org.jspecify.annotations.NullMarked;
