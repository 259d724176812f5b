/// One array file shared by the ranks of a communicator.
///
/// [io.penstock.collective.SharedArrayFile] is the entry. An engine moves the bytes:
/// [io.penstock.collective.SharedEngine] and its arguments are for those who write one.
@NullMarked
package io.penstock.collective;

import org.jspecify.annotations.NullMarked;
