/// The harness of the evaluation: it runs experiments in worker processes that take turns, round by
/// round, and compares every byte moved with the byte that should have been moved.
///
/// An [io.penstock.evaluate.run.Experiment] has entries; an entry is an approach by its
/// [io.penstock.evaluate.run.Executable] with the [io.penstock.evaluate.run.FileWork] that it is
/// given. A way of moving an array in Java is an [io.penstock.evaluate.run.Approach].
@NullMarked
package io.penstock.evaluate.run;

import org.jspecify.annotations.NullMarked;
