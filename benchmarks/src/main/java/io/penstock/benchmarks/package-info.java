/// JMH benchmarks of costs in nanoseconds and bytes of garbage, one class for each subject.
///
/// `./penstock benchmark RandomRead -prof gc` runs those whose name matches.
@NullMarked
package io.penstock.benchmarks;

import org.jspecify.annotations.NullMarked;
