"""Learns which features of a question speak for which intent, and writes the weights as Swift.

usage: train.py FEATURES OUTPUT

FEATURES is written by the tests: a line `digest<TAB>...`, then for each example its intent, the keys of its words, its
tokens, and its features as KEY:VALUE. FEATURES.npz has the axes of meaning of words, from meanings.py. One hidden layer with dropout:
features of which no intent has seen enough share what similar ones have learnt. The same input gives the same output on the
same machine.
"""
import collections
import sys

import numpy
import scipy.sparse
import torch

import weights

UNITS = 96
EPOCHS = 16
BATCH = 64
RATE = 3e-3
LEAST_EXAMPLES = 3
"""A feature of fewer examples is left out."""


class Network(torch.nn.Module):
    def __init__(self, features, axes, intents):
        super().__init__()
        self.inward = torch.nn.EmbeddingBag(features, UNITS, mode="sum")
        self.axes = torch.nn.Linear(axes, UNITS, bias=False)
        self.bias = torch.nn.Parameter(torch.zeros(UNITS))
        self.dropout = torch.nn.Dropout(0.5)
        self.outward = torch.nn.Linear(UNITS, intents)
        torch.nn.init.normal_(self.inward.weight, std=0.1)

    def forward(self, keys, starts, values, meanings):
        told = self.inward(keys, starts, per_sample_weights=values)
        hidden = torch.relu(told + self.axes(meanings) + self.bias)
        return self.outward(self.dropout(hidden))


def read(path):
    rows, words, labels = [], [], []
    with open(path, encoding="utf-8") as lines:
        digest = next(lines).rstrip("\n").split("\t")[1]
        for line in lines:
            label, keys, _, *features = line.rstrip("\n").split("\t")
            labels.append(label)
            words.append([int(key) for key in keys.split()])
            rows.append([(int(key), float(value)) for key, value in (feature.split(":") for feature in features)])
    return digest, rows, words, labels


def matrix(rows, places):
    starts, keys, values = [0], [], []
    for row in rows:
        for key, value in row:
            if key in places:
                keys.append(places[key])
                values.append(value)
        starts.append(len(keys))
    return scipy.sparse.csr_matrix((values, keys, starts), shape=(len(rows), len(places)))


def meanings(words, path):
    """The meaning of each example: those of its words together, always of the same length; and the digest of the axes."""
    with numpy.load(path) as file:
        digest = str(file["digest"])
        places = dict(zip(file["keys"].tolist(), file["placed"]))
        axes = file["placed"].shape[1]
    sums = [sum((places[key] for key in row if key in places), numpy.zeros(axes)) for row in words]
    whole = numpy.stack(sums)
    lengths = numpy.linalg.norm(whole, axis=1, keepdims=True)
    return (2 * whole / numpy.where(lengths > 0, lengths, 1)).astype(numpy.float32), digest


def arguments(part, meant):
    return (
        torch.tensor(part.indices, dtype=torch.long),
        torch.tensor(part.indptr[:-1], dtype=torch.long),
        torch.tensor(part.data, dtype=torch.float32),
        torch.tensor(meant),
    )


def learn(rows, meant, labels):
    """Gives the keys in order, the intents in order, and the network."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    counts = collections.Counter(key for row in rows for key, _ in row)
    keys = sorted(key for key, count in counts.items() if count >= LEAST_EXAMPLES)
    whole = matrix(rows, {key: place for place, key in enumerate(keys)})
    intents = sorted(set(labels))
    places = {intent: place for place, intent in enumerate(intents)}
    wanted = torch.tensor([places[label] for label in labels])
    network = Network(len(keys), meant.shape[1], len(intents))
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=0.02)
    for epoch in range(EPOCHS):
        order = numpy.random.RandomState(epoch).permutation(len(labels))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            loss = torch.nn.functional.cross_entropy(
                network(*arguments(whole[batch], meant[batch])), wanted[batch], label_smoothing=0.05
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - (epoch + 1) / EPOCHS) + 1e-5
    network.eval()
    return keys, intents, network


def swift(digest, meant, keys, intents, network):
    inward, inward_steps = weights.scaled(network.inward.weight.detach().numpy())
    outward, outward_steps = weights.scaled(network.outward.weight.detach().numpy())
    axes, axis_steps = weights.scaled(network.axes.weight.detach().numpy().T)
    rows = [weights.key_digits(key, 4) + weights.digits(row) for key, row in zip(keys, inward)]
    quotes = '"""'
    return f"""/// Written by `.ci/questions/learn`: one hidden layer between the features of a question and the intents.
enum LearnedIntents {{
  static let digest = "{digest}"
  /// Of the axes of meaning that it was learnt with.
  static let meanings = "{meant}"

  static let names = {quotes}
{chr(10).join("    " + intent for intent in intents)}
    {quotes}

  static let units = {UNITS}
  static let perLine = {weights.PER_LINE}
  static let features = {len(keys)}

  static let hiddenBiases: [Double] = [
{weights.numbers(network.bias.detach().numpy())},
  ]

  static let hiddenSteps: [Double] = [
{weights.numbers(inward_steps)},
  ]

  static let axisSteps: [Double] = [
{weights.numbers(axis_steps)},
  ]

  static let biases: [Double] = [
{weights.numbers(network.outward.bias.detach().numpy())},
  ]

  static let steps: [Double] = [
{weights.numbers(outward_steps)},
  ]

  /// For each intent, the weight of each hidden unit.
  static let outward = {quotes}
{weights.text(weights.digits(row) for row in outward)}
{quotes}

  /// For each axis of meaning, its weight for each hidden unit.
  static let axes = {quotes}
{weights.text(weights.digits(row) for row in axes)}
{quotes}

  /// For each feature its key, and its weight for each hidden unit; sorted by keys.
  static let inward = {quotes}
{weights.text(rows)}
{quotes}
}}
"""


def main():
    source, output = sys.argv[1:]
    digest, rows, words, labels = read(source)
    meant, axes = meanings(words, source + ".npz")
    keys, intents, network = learn(rows, meant, labels)
    with open(output, "w", encoding="utf-8") as file:
        file.write(swift(digest, axes, keys, intents, network))
    print(f"{len(labels)} examples, {len(intents)} intents, {len(keys)} features")


if __name__ == "__main__":
    main()
