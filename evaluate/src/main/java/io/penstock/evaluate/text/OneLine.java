package io.penstock.evaluate.text;

/// A program that prints its argument: one in Java can hardly do less.
public final class OneLine {
  private OneLine() {}

  /// Does it.
  ///
  /// @param arguments the line
  public static void main(String[] arguments) {
    System.out.println(arguments[0]);
  }
}
