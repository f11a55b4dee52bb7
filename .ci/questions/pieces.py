"""Learns what a question wants from its words in their order, and writes the weights as Swift.

usage: pieces.py FEATURES OUTPUT

FEATURES is what train.py reads; of it only the intents and the tokens are used here. Words are cut into the pieces of the
public sentence model all-MiniLM-L6-v2 (Apache License 2.0). Where these stand at first comes from that model, too, so that a
word that no example has is near those that mean about the same; a word's own step from there is left out now and then, to
teach the rest what to make of such words. The same input gives the same output on the same machine.
"""
import re
import sys

import numpy
import torch

import meanings
import weights

AXES, UNITS, WIDTHS = 96, 128, (1, 3, 5)
EPOCHS, BATCH, RATE = 11, 64, 2e-3
MARKS = ["[start]", "[end]", "[number]", "[unknown]"]
FREQUENT = 9000
"""So many of the model's pieces are kept, though no example has them."""


class Network(torch.nn.Module):
    def __init__(self, base, intents):
        super().__init__()
        self.base = torch.nn.Embedding.from_pretrained(base, freeze=True, padding_idx=0)
        self.step = torch.nn.Embedding(len(base), AXES, padding_idx=0)
        self.kernels = torch.nn.ModuleList(torch.nn.Conv1d(AXES, UNITS, width, padding=width // 2) for width in WIDTHS)
        self.dropout = torch.nn.Dropout(0.4)
        self.outward = torch.nn.Linear(UNITS * len(WIDTHS) + AXES, intents)
        torch.nn.init.normal_(self.step.weight, std=0.05)
        with torch.no_grad():
            self.step.weight[0] = 0

    def placed(self):
        return self.base.weight + self.step.weight

    def forward(self, pieces):
        steps = self.step(pieces)
        if self.training:
            own = torch.rand(pieces.shape) > 0.15
            steps = steps * own.unsqueeze(2)
        places = self.base(pieces) + steps
        if self.training:
            places = torch.nn.functional.dropout(places, 0.2)
        there = (pieces > 0).unsqueeze(1)
        across = places.transpose(1, 2)
        highest = [
            torch.relu(kernel(across).masked_fill(~there, -1e9).max(dim=2).values) for kernel in self.kernels
        ]
        mean = places.sum(dim=1) / there.sum(dim=2)
        return self.outward(self.dropout(torch.cat(highest + [mean], dim=1)))


def cut(token, places):
    if token in places:
        return [places[token]]
    found, start = [], 0
    while start < len(token):
        for end in range(len(token), start, -1):
            piece = ("##" if start else "") + token[start:end]
            if piece in places:
                found.append(places[piece])
                start = end
                break
        else:
            return [places["[unknown]"]]
    return found


def read(path):
    with open(path, encoding="utf-8") as lines:
        digest = next(lines).rstrip("\n").split("\t")[1]
        rows = [line.split("\t", 3)[:3] for line in lines]
    return digest, [row[0] for row in rows], [row[2].split() for row in rows]


def vocabulary(rows):
    """The pieces in order, and where each stands at first; the first is none."""
    import transformers

    folder = meanings.model_folder()
    known = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    model = transformers.AutoModel.from_pretrained(str(folder))
    table = model.get_input_embeddings().weight.detach().numpy().astype(numpy.float64)
    plain = {piece: at for at, piece in enumerate(known) if re.fullmatch("(##)?[a-z0-9]{1,14}", piece)}
    every = {piece: at for at, piece in enumerate(MARKS + list(plain))}
    used = {place for tokens in rows for token in tokens if not token.startswith("$") for place in cut(token, every)}
    names = list(every)
    pieces = {names[place] for place in used} | set(list(plain)[:FREQUENT])
    pieces |= {piece for piece in plain if len(piece.lstrip("#")) == 1}
    pieces = sorted(piece for piece in pieces if piece in plain)
    whole = table[[plain[piece] for piece in pieces]]
    whole -= whole.mean(axis=0)
    _, _, directions = numpy.linalg.svd(whole, full_matrices=False)
    directions = directions[:AXES]
    directions *= numpy.sign(directions[numpy.arange(AXES), numpy.abs(directions).argmax(axis=1)])[:, None]
    placed = whole @ directions.T
    placed *= 0.5 / placed.std()
    slots = sorted({token for tokens in rows for token in tokens if token.startswith("$")})
    pieces = [""] + MARKS + slots + pieces
    return pieces, numpy.concatenate([numpy.zeros((len(pieces) - len(placed), AXES)), placed]).astype(numpy.float32)


def padded(rows):
    longest = max(len(row) for row in rows)
    return torch.tensor([row + [0] * (longest - len(row)) for row in rows])


def learn(rows, labels, base):
    torch.manual_seed(0)
    torch.set_num_threads(1)
    intents = sorted(set(labels))
    places = {intent: place for place, intent in enumerate(intents)}
    wanted = torch.tensor([places[label] for label in labels])
    network = Network(torch.tensor(base), len(intents))
    optimizer = torch.optim.AdamW([each for each in network.parameters() if each.requires_grad], lr=RATE, weight_decay=0.02)
    for epoch in range(EPOCHS):
        # Of about the same length in a batch, so that little is empty.
        random = numpy.random.RandomState(epoch)
        order = numpy.array(sorted(range(len(rows)), key=lambda at: len(rows[at]) + random.rand() * 4))
        starts = list(range(0, len(order), BATCH))
        random.shuffle(starts)
        network.train()
        for start in starts:
            batch = order[start : start + BATCH]
            loss = torch.nn.functional.cross_entropy(
                network(padded([rows[at] for at in batch])), wanted[batch], label_smoothing=0.05
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - (epoch + 1) / EPOCHS) + 1e-5
    return intents, network.eval()


def key(piece):
    value = int(weights.digest(piece), 16)
    return (value * 0xFF51AFD7ED558CCD & 0xFFFFFFFFFFFFFFFF) >> 34


def swift(digest, pieces, network):
    placed, axis_steps = weights.scaled(network.placed().detach().numpy()[1:])
    kernels, kernel_steps, kernel_biases = [], [], []
    for kernel in network.kernels:
        # Rows of an axis at a place, columns of units; the steps of the axes are part of the weights.
        whole = kernel.weight.detach().numpy().transpose(2, 1, 0) * axis_steps[None, :, None]
        rows, steps = weights.scaled(whole.reshape(-1, UNITS))
        kernels += [weights.digits(row) for row in rows]
        kernel_steps += list(steps)
        kernel_biases += list(kernel.bias.detach().numpy())
    outward, steps = weights.scaled(network.outward.weight.detach().numpy())
    rows = sorted((key(piece), weights.digits(row)) for piece, row in zip(pieces[1:], placed))
    quotes = '"""'
    return f"""/// Written by `.ci/questions/learn`: what `PieceNetwork` has learnt. Made with all-MiniLM-L6-v2, Apache License 2.0.
enum LearnedPieces {{
  static let digest = "{digest}"
  static let count = {len(rows)}

  static let axisSteps: [Double] = [
{weights.numbers(axis_steps)},
  ]

  static let kernelSteps: [Double] = [
{weights.numbers(kernel_steps)},
  ]

  static let kernelBiases: [Double] = [
{weights.numbers(kernel_biases)},
  ]

  static let steps: [Double] = [
{weights.numbers(steps)},
  ]

  static let biases: [Double] = [
{weights.numbers(network.outward.bias.detach().numpy())},
  ]

  /// For each piece its key, and its place on each axis; sorted by keys.
  static let text = {quotes}
{weights.text(weights.key_digits(found, 5) + row for found, row in rows)}
{quotes}

  /// For each kernel, place and axis, the weight for each unit.
  static let kernels = {quotes}
{weights.text(kernels)}
{quotes}

  /// For each intent, the weight of each unit of each kernel, and of each axis.
  static let outward = {quotes}
{weights.text(weights.digits(row) for row in outward)}
{quotes}
}}
"""


def main():
    source, output = sys.argv[1:]
    digest, labels, tokens = read(source)
    pieces, base = vocabulary(tokens)
    places = {piece: place for place, piece in enumerate(pieces)}
    rows = [cut_all(row, places) for row in tokens]
    intents, network = learn(rows, labels, base)
    with open(output, "w", encoding="utf-8") as file:
        file.write(swift(digest, pieces, network))
    print(f"{len(labels)} examples, {len(intents)} intents, {len(pieces) - 1} pieces")


def cut_all(tokens, places):
    return [place for token in tokens for place in cut(token, places)]


if __name__ == "__main__":
    main()
