/// Questions whose answers are nanoseconds or bytes of garbage, asked by JMH. Each class asks one.
///
/// `./penstock benchmark SmallRead -prof gc` runs those whose name matches.
@NullMarked
package io.penstock.benchmarks;

import org.jspecify.annotations.NullMarked;
