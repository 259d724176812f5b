package io.penstock.cli.run;

import java.io.OutputStream;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/// The destination of a job's output.
///
/// @param output takes what ranks print to standard output
/// @param errors takes what they print to standard error
/// @param colouredOutput whether labels in `output` are coloured
/// @param colouredErrors whether labels in `errors` are coloured
/// @param say takes lines about the job itself; for any thread
/// @param lost is told why `output` takes no more, and returns the job's exit status
public record Screen(
    OutputStream output,
    OutputStream errors,
    boolean colouredOutput,
    boolean colouredErrors,
    Consumer<String> say,
    ToIntFunction<Exception> lost) {}
