package io.penstock.evaluate.text;

/// Prints its argument: a program in Java can hardly do less.
final class OneLine {
  private OneLine() {}

  static void main(String[] arguments) {
    System.out.println(arguments[0]);
  }
}
