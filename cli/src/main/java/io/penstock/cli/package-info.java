/// The `penstock` command: one class per verb.
@NullMarked
package io.penstock.cli;

import org.jspecify.annotations.NullMarked;
