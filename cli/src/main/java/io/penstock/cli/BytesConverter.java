package io.penstock.cli;

import io.penstock.cli.tool.ByteSize;
import picocli.CommandLine.ITypeConverter;

/// The converter of numbers of bytes for picocli. Those of other types are registered in [Grammar].
final class BytesConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    return Grammar.parsed(ByteSize::parse, text);
  }
}
