package io.penstock.cli;

import io.penstock.array.DataType;
import io.penstock.array.StorageOrder;
import io.penstock.cli.LinesCommand.LineNumbers;
import io.penstock.cli.array.Slicing;
import io.penstock.file.Raw;
import java.nio.ByteOrder;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Converters that hand the words of a command line to the methods that parse them, for picocli.
final class Converters {
  private Converters() {}

  static final class OfRaw implements ITypeConverter<Raw> {
    @Override
    public Raw convert(String text) {
      return parsed(Raw::parse, text);
    }
  }

  static final class OfSlicing implements ITypeConverter<Slicing> {
    @Override
    public Slicing convert(String text) {
      return parsed(Slicing::parse, text);
    }
  }

  static final class OfType implements ITypeConverter<DataType> {
    @Override
    public DataType convert(String text) {
      return parsed(Parsing::type, text);
    }
  }

  static final class OfByteOrder implements ITypeConverter<ByteOrder> {
    @Override
    public ByteOrder convert(String text) {
      return parsed(Parsing::order, text);
    }
  }

  static final class OfStorage implements ITypeConverter<StorageOrder> {
    @Override
    public StorageOrder convert(String text) {
      return parsed(Parsing::storage, text);
    }
  }

  static final class OfLines implements ITypeConverter<LineNumbers> {
    @Override
    public LineNumbers convert(String text) {
      return parsed(LineNumbers::parse, text);
    }
  }

  static final class OfBytes implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return parsed(ByteSize::parse, text);
    }
  }

  private static <T> T parsed(Function<String, T> parser, String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
