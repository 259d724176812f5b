"""What every Python contestant shares: the protocol and the contents of a file in closed form.

A script defines `prepare(task, array)`, which returns a function that moves everything, and calls
`serve(prepare)`. `task` has the words of the order as attributes; `array` is a one-dimensional NumPy
array of the process's part of the file in native byte order.
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from urllib.parse import unquote

import numpy as np

TYPES = {"byte": "i1", "short": "i2", "char": "u2", "int": "i4", "long": "i8", "float": "f4", "double": "f8"}
STRIDE = np.uint64(0x9E3779B97F4A7C15)
SALT = 0xD1B54A32D192ED03
MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
NO_NAN = np.uint64(0xBFFFFFFFBFFFFFFF)
STRIP_WORDS = 1 << 17
PAGE_BYTES = 4096


class Absent(Exception):
    """The task cannot be done here; the message says why."""


def words(first, count, salt):
    """Words `first` to `first + count` of a little-endian file."""
    z = np.arange(first, first + count, dtype=np.uint64) * STRIDE + np.uint64(salt * SALT % 2**64)
    z = (z ^ (z >> np.uint64(32))) * MULTIPLIER
    return (z ^ (z >> np.uint64(29))) & NO_NAN


def contents(position, length, salt):
    """The bytes of a little-endian file from `position` on."""
    first = position // 8
    last = -(-(position + length) // 8)
    image = words(first, last - first, salt).view(np.uint8)
    return image[position - first * 8 :][:length]


def strips(task):
    """(offset in the array, offset in the file, length) of parts that fit into the processor's cache."""
    start = task.first * task.width
    size = task.count * task.width
    for at in range(0, size, STRIP_WORDS * 8):
        yield at, start + at, min(STRIP_WORDS * 8, size - at)


def by_all_processors(function, task):
    """The function's results for all strips, in their order; NumPy lets others run while it computes."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda strip: function(*strip), strips(task)))


def fill(task, array, salt, invert):
    image = array.view(np.uint8)

    def fill_strip(at, position, length):
        expected = contents(position, length, salt)
        image[at : at + length] = ~expected if invert else expected

    by_all_processors(fill_strip, task)


def difference(task, array, salt):
    image = array.view(np.uint8)

    def look(at, position, length):
        wrong = image[at : at + length] != contents(position, length, salt)
        if not wrong.any():
            return None
        where = int(wrong.argmax())
        return f"byte {at + where} of the array is not byte {position + where} of {task.file}"

    return next(filter(None, by_all_processors(look, task)), None)


def cut(task, part):
    """Where the part of a process begins; parts begin at a page of the file."""
    if part == task.processes:
        return task.elements
    step = PAGE_BYTES // task.width
    return task.elements * part // task.processes // step * step


def read_task(line):
    task = SimpleNamespace(**{name: unquote(value) for name, value in (word.split("=", 1) for word in line.split(" "))})
    for name in ("elements", "threads", "processes", "rank"):
        setattr(task, name, int(getattr(task, name)))
    task.dtype = np.dtype(TYPES[task.type]).newbyteorder(">" if task.order == "big" else "<")
    task.width = task.dtype.itemsize
    if task.access != "sequential":
        raise Absent("this script moves files from their beginning to their end only")
    task.first = cut(task, task.rank)
    task.count = cut(task, task.rank + 1) - task.first
    return task


class Contestant:
    def __init__(self, prepare):
        self.prepare = prepare

    def obey(self, line):
        order, _, rest = line.partition(" ")
        if order == "prepare":
            self.task = read_task(rest)
            self.array = np.empty(self.task.count, self.task.dtype.newbyteorder("="))
            self.array.view(np.uint8)[:] = 1
            self.move = self.prepare(self.task, self.array)
            return "ready"
        if order == "arm":
            fill(self.task, self.array, int(rest), invert=self.task.operation == "read")
            return "armed"
        if order == "run":
            start = time.monotonic_ns()
            result = self.move()
            end = time.monotonic_ns()
            if result is not None:
                self.array = result  # a way of reading that makes its own array
            return f"ran {start} {end}"
        if order == "verify":
            where = difference(self.task, self.array, int(rest))
            return f"wrong {where}" if where else "verified"
        return f"error no such order: {order}"


def serve(prepare):
    """Does what standard input says until told to quit."""
    contestant = Contestant(prepare)
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a script prints is not an answer
    for line in sys.stdin:
        line = line.rstrip("\n")
        if line == "quit":
            break
        try:
            answer = contestant.obey(line)
        except Absent as e:
            answer = f"absent {e}"
        except Exception as e:  # whatever it is, the evaluation is to hear of it
            answer = f"error {type(e).__name__}: {e}"
        answers.write(" ".join(answer.split()) + "\n")
        answers.flush()
