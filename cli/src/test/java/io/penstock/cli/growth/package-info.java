/// A counter of the steps that an operation takes, by an agent that instruments its classes.
@NullMarked
package io.penstock.cli.growth;

import org.jspecify.annotations.NullMarked;
