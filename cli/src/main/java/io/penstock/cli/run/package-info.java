/// The launcher behind the verb `run`: it starts ranks, forwards their output, and ends them.
@NullMarked
package io.penstock.cli.run;

import org.jspecify.annotations.NullMarked;
