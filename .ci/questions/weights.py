"""Writes weights as text that Swift compiles in: six bits a character."""
import numpy

DIGITS = [chr(48 + place) if chr(48 + place) != "\\" else "p" for place in range(64)]
"""`p` stands for the backslash."""
PER_LINE = 16


def scaled(weights):
    """Each column in 63 steps: the steps, and how much one of them is."""
    steps = numpy.abs(weights).max(axis=0) / 31
    steps[steps == 0] = 1
    return numpy.rint(weights / steps).astype(int) + 32, steps


def text(rows):
    """Rows of digits as lines of a Swift string."""
    entries = ["".join(row) for row in rows]
    return "\n".join("".join(entries[at : at + PER_LINE]) for at in range(0, len(entries), PER_LINE))


def digits(row):
    return [DIGITS[value] for value in row]


def key_digits(key, count):
    return [DIGITS[key >> 6 * place & 63] for place in reversed(range(count))]


def digest(text):
    """FNV-1a of 64 bits, as `Fingerprint.swift` has it."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:x}"


def numbers(values):
    parts = [f"{value:.5g}" for value in values]
    return ",\n".join("    " + ", ".join(parts[at : at + 12]) for at in range(0, len(parts), 12))
