package io.penstock.object.analysis;

/// The codes of *Java Object Serialization Specification*, chapter 6.
final class StreamCodes {
  static final int MAGIC = 0xaced;
  static final int VERSION = 5;
  static final int FIRST_HANDLE = 0x7e0000;

  static final int NULL = 0x70;
  static final int REFERENCE = 0x71;
  static final int CLASS_DESCRIPTION = 0x72;
  static final int OBJECT = 0x73;
  static final int STRING = 0x74;
  static final int ARRAY = 0x75;
  static final int CLASS = 0x76;
  static final int BLOCK_DATA = 0x77;
  static final int END_BLOCK_DATA = 0x78;
  static final int RESET = 0x79;
  static final int LONG_BLOCK_DATA = 0x7a;
  static final int EXCEPTION = 0x7b;
  static final int LONG_STRING = 0x7c;
  static final int PROXY_DESCRIPTION = 0x7d;
  static final int ENUM = 0x7e;

  private StreamCodes() {}
}
