package io.penstock.crooked.array;

/// Breaks nothing.
public class Upright {}
