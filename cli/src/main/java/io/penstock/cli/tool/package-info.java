/// Helpers that several verbs share: numbers of bytes as text, and other programs.
@NullMarked
package io.penstock.cli.tool;

import org.jspecify.annotations.NullMarked;
