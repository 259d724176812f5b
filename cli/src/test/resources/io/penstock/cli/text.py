"""What Python says of a text, to compare with.

count FILE prints its bytes, newlines, lines, words and characters
lines FILE prints a digest of its lines
words FILE prints how often each word is in it; "?" for one that is no UTF-8
decodes FILE prints whether it is UTF-8
numbers FILE reads lines of a number, its bits, how it is written at its shortest, with three places
and as a whole number, and prints each that is wrong, and at last how many there are
"""

import collections
import decimal
import hashlib
import math
import re
import struct
import sys


def count(data):
    lines = data.count(b"\n") + (0 if data.endswith(b"\n") or not data else 1)
    characters = len(data.translate(None, bytes(range(0x80, 0xC0))))
    print(len(data), data.count(b"\n"), lines, len(data.split()), characters)


def lines(data):
    digest = hashlib.sha256()
    all_lines = data.split(b"\n")
    for i, line in enumerate(all_lines):
        ended = i < len(all_lines) - 1
        if ended or line:
            text = line[:-1] if ended and line.endswith(b"\r") else line
            digest.update(b"%d:" % len(text) + text)
    print(digest.hexdigest())


def words(data):
    counts = collections.Counter(re.findall(rb"[a-zA-Z0-9_\x80-\xff]+", data))
    for word, times in counts.items():
        text = word.decode("utf-8", "replace")
        text = "?" if "\ufffd" in text else text
        sys.stdout.buffer.write(("%d %s\n" % (times, text)).encode("utf-8"))


def decodes(data):
    try:
        data.decode("utf-8")
        print("yes")
    except UnicodeDecodeError:
        print("no")


def numbers(data):
    all_lines = data.decode("ascii").splitlines()
    for line in all_lines:
        text, bits, shortest, fixed, whole = line.split(" ")
        number = float(text)
        if bits != struct.pack(">d", number).hex():
            print("read wrongly:", line, number)
        if not math.isinf(number):
            if not is_shortest(shortest, number):
                print("not the shortest text:", line, repr(number))
            if fixed != without_sign_of_zero("%.3f" % number):
                print("rounded wrongly:", line, "%.3f" % number)
        if whole != (str(int(text)) if is_long(text) else "-"):
            print("not the whole number:", line)
    print(len(all_lines))


def is_shortest(text, number):
    """Java writes two digits where one would do, and then those that are nearer."""
    few = digits(repr(number)) < 2
    return float(text) == number if few else decimal.Decimal(text) == decimal.Decimal(repr(number))


def digits(text):
    return len(re.split("[eE]", text)[0].replace(".", "").strip("-0"))


def without_sign_of_zero(text):
    return text[1:] if re.fullmatch("-0[.]0*", text) else text


def is_long(text):
    return bool(re.fullmatch("-?[0-9]+", text)) and -(2**63) <= int(text) < 2**63


with open(sys.argv[2], "rb") as file:
    globals()[sys.argv[1]](file.read())
