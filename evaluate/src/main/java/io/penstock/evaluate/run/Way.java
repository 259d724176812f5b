package io.penstock.evaluate.run;

/// Java code that does a work: an [Approach] to a work on a file, or an [Exercise] for a drill.
///
/// Ways are written where their experiment is defined, as lambdas or method references mostly. A
/// worker process finds its way again by the experiment's id and the approach's name ([Address]).
public sealed interface Way permits Approach, Exercise {}
