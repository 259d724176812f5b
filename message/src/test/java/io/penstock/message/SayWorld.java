package io.penstock.message;

/// A program that says what world it is in, or why it is in none.
final class SayWorld {
  private SayWorld() {}

  public static void main(String[] arguments) {
    try (Communicator world = Communicator.world()) {
      System.out.println(world.explain());
    } catch (MessageException | IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }
}
