/// Pictures of arrays: sampled in one pass, drawn for a terminal, as SVG and as PNG.
@NullMarked
package io.penstock.cli.plot;

import org.jspecify.annotations.NullMarked;
