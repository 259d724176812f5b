/// How an experiment is run: contestants in processes of their own, rounds in which they take
/// turns, and the comparison of every byte moved with the byte that should have been moved.
///
/// An [io.penstock.evaluate.run.Experiment] has entries; an entry is an approach by its
/// [io.penstock.evaluate.run.Program] with the [io.penstock.evaluate.run.FileWork] that it is
/// given. A way of moving an array in Java is an [io.penstock.evaluate.run.Approach].
@NullMarked
package io.penstock.evaluate.run;

import org.jspecify.annotations.NullMarked;
