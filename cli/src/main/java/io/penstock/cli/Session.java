package io.penstock.cli;

import java.io.PrintWriter;

/// The surroundings of a verb that runs.
///
/// @param verb as a command line names it: `copy`, `array info`
/// @param results takes the results
/// @param diagnostics takes everything else
record Session(String verb, PrintWriter results, PrintWriter diagnostics) {}
