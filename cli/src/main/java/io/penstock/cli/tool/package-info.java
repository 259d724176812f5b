/// Other programs of the system, found and asked.
@NullMarked
package io.penstock.cli.tool;

import org.jspecify.annotations.NullMarked;
