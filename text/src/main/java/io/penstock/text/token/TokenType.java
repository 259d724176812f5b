package io.penstock.text.token;

/// The type of the token that a [Tokenizer] has met.
public enum TokenType {
  /// Letters, and digits behind them.
  WORD,

  /// A decimal number.
  NUMBER,

  /// What stands between quotes, without them.
  QUOTED,

  /// A character that is nothing else.
  ORDINARY,

  /// The end of a line, where [TokenSyntax#withEndsOfLines] asks for it.
  END_OF_LINE,

  /// The end of the text.
  END
}
