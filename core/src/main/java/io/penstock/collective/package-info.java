/// One array file shared by the ranks of a communicator.
///
/// [io.penstock.collective.SharedArrayFile] is the entry. How the ranks move bytes together is an
/// engine's affair: [io.penstock.collective.SharedEngine] and what it is given are for those who
/// write one.
@NullMarked
package io.penstock.collective;

import org.jspecify.annotations.NullMarked;
