/// What the verb `bench` is made of: a job on one file, its threads and their clock, latencies, and
/// the same job for fio.
@NullMarked
package io.penstock.cli.bench;

import org.jspecify.annotations.NullMarked;
