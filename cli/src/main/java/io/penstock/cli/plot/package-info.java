/// Pictures of arrays: sampled in one pass, drawn for a terminal and as SVG.
@NullMarked
package io.penstock.cli.plot;

import org.jspecify.annotations.NullMarked;
