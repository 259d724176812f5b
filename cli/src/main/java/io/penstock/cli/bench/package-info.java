/// The benchmark of one file for the verb `bench`: a job, its threads, their latencies, and the
/// same job for fio.
@NullMarked
package io.penstock.cli.bench;

import org.jspecify.annotations.NullMarked;
