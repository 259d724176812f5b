package io.penstock.evaluate.run;

/// The part of a process's share that one thread moves, in items of the access: elements, tiles or
/// reads.
///
/// @param member the thread's number in its process, from 0
/// @param first its first item, counted in the whole file
/// @param index of that item in the process's array
/// @param count how many
public record Block(int member, long first, int index, int count) {}
