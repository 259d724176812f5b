/// Ranks that are threads of one JVM.
@NullMarked
package io.penstock.message.threads;

import org.jspecify.annotations.NullMarked;
