/// What a machine offers to Penstock, found out by one probe per question.
@NullMarked
package io.penstock.cli.doctor;

import org.jspecify.annotations.NullMarked;
