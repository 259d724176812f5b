/// The examination of a machine: probes of its hardware, its file systems and its software.
@NullMarked
package io.penstock.cli.doctor;

import org.jspecify.annotations.NullMarked;
