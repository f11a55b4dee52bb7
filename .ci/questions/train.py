"""Learns which features of a question speak for which intent, and writes the weights as Swift.

usage: train.py FEATURES OUTPUT

FEATURES is written by the tests: a line `digest<TAB>...`, then for each example its intent and its features as KEY:VALUE. One
hidden layer with dropout: features of which no intent has seen enough share what similar ones have learnt. The same
input gives the same output on the same machine.
"""
import collections
import sys

import numpy
import scipy.sparse
import torch

UNITS = 96
EPOCHS = 16
BATCH = 64
RATE = 3e-3
LEAST_EXAMPLES = 3
"""A feature of fewer examples is left out."""
DIGITS = [chr(48 + place) if chr(48 + place) != "\\" else "p" for place in range(64)]
"""Six bits a character; `p` stands for the backslash."""
PER_LINE = 16


class Network(torch.nn.Module):
    def __init__(self, features, intents):
        super().__init__()
        self.inward = torch.nn.EmbeddingBag(features, UNITS, mode="sum")
        self.bias = torch.nn.Parameter(torch.zeros(UNITS))
        self.dropout = torch.nn.Dropout(0.5)
        self.outward = torch.nn.Linear(UNITS, intents)
        torch.nn.init.normal_(self.inward.weight, std=0.1)

    def forward(self, keys, starts, values):
        hidden = torch.relu(self.inward(keys, starts, per_sample_weights=values) + self.bias)
        return self.outward(self.dropout(hidden))


def read(path):
    rows, labels = [], []
    with open(path, encoding="utf-8") as lines:
        digest = next(lines).rstrip("\n").split("\t")[1]
        for line in lines:
            label, *features = line.rstrip("\n").split("\t")
            labels.append(label)
            rows.append([(int(key), float(value)) for key, value in (feature.split(":") for feature in features)])
    return digest, rows, labels


def matrix(rows, places):
    starts, keys, values = [0], [], []
    for row in rows:
        for key, value in row:
            if key in places:
                keys.append(places[key])
                values.append(value)
        starts.append(len(keys))
    return scipy.sparse.csr_matrix((values, keys, starts), shape=(len(rows), len(places)))


def arguments(part):
    return (
        torch.tensor(part.indices, dtype=torch.long),
        torch.tensor(part.indptr[:-1], dtype=torch.long),
        torch.tensor(part.data, dtype=torch.float32),
    )


def learn(rows, labels):
    """Gives the keys in order, the intents in order, and the network."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    counts = collections.Counter(key for row in rows for key, _ in row)
    keys = sorted(key for key, count in counts.items() if count >= LEAST_EXAMPLES)
    whole = matrix(rows, {key: place for place, key in enumerate(keys)})
    intents = sorted(set(labels))
    places = {intent: place for place, intent in enumerate(intents)}
    wanted = torch.tensor([places[label] for label in labels])
    network = Network(len(keys), len(intents))
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=0.02)
    for epoch in range(EPOCHS):
        order = numpy.random.RandomState(epoch).permutation(len(labels))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            loss = torch.nn.functional.cross_entropy(
                network(*arguments(whole[batch])), wanted[batch], label_smoothing=0.05
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - (epoch + 1) / EPOCHS) + 1e-5
    network.eval()
    return keys, intents, network


def scaled(weights):
    """Each column in 63 steps: the steps, and how much one of them is."""
    steps = numpy.abs(weights).max(axis=0) / 31
    steps[steps == 0] = 1
    return numpy.rint(weights / steps).astype(int) + 32, steps


def text(rows):
    """Rows of digits as lines of a Swift string."""
    entries = ["".join(row) for row in rows]
    return "\n".join("".join(entries[at : at + PER_LINE]) for at in range(0, len(entries), PER_LINE))


def key_digits(key):
    return [DIGITS[key >> shift & 63] for shift in (18, 12, 6, 0)]


def numbers(values):
    parts = [f"{value:.5g}" for value in values]
    return ",\n".join("    " + ", ".join(parts[at : at + 12]) for at in range(0, len(parts), 12))


def swift(digest, keys, intents, network):
    inward, inward_steps = scaled(network.inward.weight.detach().numpy())
    outward, outward_steps = scaled(network.outward.weight.detach().numpy())
    rows = [key_digits(key) + [DIGITS[value] for value in row] for key, row in zip(keys, inward)]
    quotes = '"""'
    return f"""/// Written by `.ci/questions/learn`: one hidden layer between the features of a question and the intents.
enum LearnedIntents {{
  static let digest = "{digest}"

  static let names = {quotes}
{chr(10).join("    " + intent for intent in intents)}
    {quotes}

  static let units = {UNITS}
  static let perLine = {PER_LINE}
  static let features = {len(keys)}

  static let hiddenBiases: [Double] = [
{numbers(network.bias.detach().numpy())},
  ]

  static let hiddenSteps: [Double] = [
{numbers(inward_steps)},
  ]

  static let biases: [Double] = [
{numbers(network.outward.bias.detach().numpy())},
  ]

  static let steps: [Double] = [
{numbers(outward_steps)},
  ]

  /// For each intent, the weight of each hidden unit.
  static let outward = {quotes}
{text([DIGITS[value] for value in row] for row in outward)}
{quotes}

  /// For each feature its key, and its weight for each hidden unit; sorted by keys.
  static let inward = {quotes}
{text(rows)}
{quotes}
}}
"""


def main():
    source, output = sys.argv[1:]
    digest, rows, labels = read(source)
    keys, intents, network = learn(rows, labels)
    with open(output, "w", encoding="utf-8") as file:
        file.write(swift(digest, keys, intents, network))
    print(f"{len(labels)} examples, {len(intents)} intents, {len(keys)} features")


if __name__ == "__main__":
    main()
