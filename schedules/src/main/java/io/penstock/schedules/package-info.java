/// What threads share without locks, as programs of a schedule explorer. The programs themselves,
/// and the tests of jcstress, stand in the packages of the classes that they stress.
package io.penstock.schedules;
