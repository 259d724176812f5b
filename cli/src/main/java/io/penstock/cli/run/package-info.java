/// What the verb `run` is made of: how ranks are started, heard, told and ended.
@NullMarked
package io.penstock.cli.run;

import org.jspecify.annotations.NullMarked;
