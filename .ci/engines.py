"""A practice engine with a server in front that writes down what is asked, and fails, stands still or floods where it is told to.

The server is a process of its own, because threads of one Python interpreter would slow each other down. It reads commands on
standard input, answers each with a line, and ends with it:

    silent 1    takes connections and requests, and never answers; 0: answers again, on new connections
    freeze 1    no event of the engine is passed on, though the socket lives
    still 1     every answer stays as it was first given, and of the events only heartbeats pass
    rate N      N price events a second more, of the engine's ten symbols in turn
    cut         ends all connections
"""

import asyncio
import contextlib
import datetime
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import time

SYMBOLS = ["BTCUSDT", "ETHUSDT", "SOLUSDT", "XRPUSDT", "BNBUSDT", "ADAUSDT", "DOGEUSDT", "AVAXUSDT", "LINKUSDT", "TONUSDT"]
MOMENT = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?")
NUMBER = re.compile(rb'"seq": *(\d+)')
#: What a client asks from a moment or a number on differs each time.
SINCE = re.compile(r"[?&](?:since|since_seq|from|to|start|end)=[^&]*")


class Engine:
    """What a check holds: both processes, and what they were asked."""

    def __init__(self, hean: str, env: dict[str, str], folder: pathlib.Path, *words: str):
        self.hean, self.env, self.words = hean, env, words
        self.practice: subprocess.Popen | None = None
        self.port = self.serve(0)
        self.log = folder / f"requests-{self.port}"
        self.log.touch()
        self.front = subprocess.Popen([sys.executable, __file__, str(self.port), str(self.log)], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, text=True)
        self.url = f"http://127.0.0.1:{self.front.stdout.readline().strip()}"

    def serve(self, port: int) -> int:
        self.practice = subprocess.Popen([self.hean, "practice", "serve", "--port", str(port), *self.words], env=self.env,
                                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
        return int(self.practice.stdout.readline().rsplit(":", 1)[1])

    def say(self, *words) -> None:
        self.front.stdin.write(" ".join(map(str, words)) + "\n")
        self.front.stdin.flush()
        self.front.stdout.readline()

    def kill(self) -> None:
        self.practice.kill()
        self.practice.wait()

    def revive(self) -> None:
        self.serve(self.port)

    def asked(self) -> list[str]:
        """Each request: method and target."""
        return self.log.read_text().splitlines()

    def verbs(self) -> list[str]:
        return [line for line in self.asked() if not line.startswith(("GET ", "WS "))]

    def close(self) -> None:
        self.front.stdin.close()
        self.front.wait(10)
        self.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.close()


class Front:
    def __init__(self, port: int, log):
        self.port, self.log = port, log
        self.silent = self.frozen = self.still = False
        self.rate, self.sent = 0.0, 0
        #: Of the flood no number is missing either: the engine's own are moved by as many as came before.
        self.number, self.moved = 0, {}
        self.kept: dict[str, tuple[float, bytes, bytes]] = {}
        self.prices: dict[str, float] = {}
        self.writers: set[asyncio.StreamWriter] = set()

    def command(self, word: str, value: str) -> None:
        match word:
            case "silent": self.silent = value == "1"
            case "freeze": self.frozen = value == "1"
            case "still":
                self.still = value == "1"
                self.kept.clear()
            case "rate": self.rate = float(value)
            case "cut":
                for writer in list(self.writers):
                    writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.add(writer)
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                method, target = head.split(b" ", 2)[:2]
                size = length(head) or 0
                body = await reader.readexactly(size)
                is_socket = b"\r\nupgrade: websocket" in head.lower()
                print("WS" if is_socket else method.decode(), target.decode(), file=self.log, flush=True)
                if self.silent:
                    # Until the client goes away, or its connection is cut.
                    while await reader.read(65536):
                        pass
                    return
                if is_socket:
                    return await self.events(head, reader, writer)
                writer.write(await self.answer(method, target.decode(), head + body))
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            pass
        finally:
            self.writers.discard(writer)
            writer.close()

    async def answer(self, method: bytes, target: str, request: bytes) -> bytes:
        key = SINCE.sub("", target)
        if self.still and method == b"GET" and key in self.kept:
            kept, head, body = self.kept[key]
            return head + as_of(body, kept, time.time())
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 26)
        try:
            writer.write(re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", request))
            head = await reader.readuntil(b"\r\n\r\n")
            size = length(head)
            body = await (reader.read() if size is None else reader.readexactly(size))
        finally:
            writer.close()
        if self.still and method == b"GET":
            self.kept[key] = (time.time(), head, body)
        while self.silent:
            await asyncio.sleep(3600)
        return head + body

    async def events(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        source, sink = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 26)
        sink.write(re.sub(rb"(?i)\r\nsec-websocket-extensions:[^\r]*", b"", head))
        tasks = [asyncio.create_task(self.up(reader, sink)), asyncio.create_task(self.down(source, writer)),
                 asyncio.create_task(self.flood(writer))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            sink.close()

    @staticmethod
    async def up(reader: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            sink.write(data)
            await sink.drain()

    async def down(self, source: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await source.readuntil(b"\r\n\r\n"))
        while True:
            start = await source.readexactly(2)
            size = start[1] & 0x7F
            more = await source.readexactly({126: 2, 127: 8}.get(size, 0))
            if more:
                size = int.from_bytes(more, "big")
            body = await source.readexactly(size)
            if start[0] & 0x0F == 1:
                self.look(body)
                if not self.passes(body):
                    continue
                if self.sent:
                    body = NUMBER.sub(self.renumbered, body, count=1)
                    start, more = bytes([start[0]]), size_of(body)
                elif found := NUMBER.search(body):
                    self.number = max(self.number, int(found[1]))
            if not self.silent:
                writer.write(start + more + body)
                await writer.drain()

    def look(self, body: bytes) -> None:
        """Keeps the last price of each symbol, around which the flood's prices are."""
        if b'"MARKET_TICK"' in body:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                payload = json.loads(body)["data"]["payload"]
                self.prices[payload["symbol"]] = float(payload["price"])

    def renumbered(self, match: re.Match) -> bytes:
        own = int(match[1])
        # Copies of one event have one number.
        moved = self.moved.setdefault(own, own + self.sent)
        if len(self.moved) > 1000:
            self.moved.pop(next(iter(self.moved)))
        self.number = max(self.number, moved)
        return b'"seq":%d' % moved

    def passes(self, body: bytes) -> bool:
        if self.frozen:
            return b'"data"' not in body
        return not self.still or b'"data"' not in body or b'"system_heartbeat"' in body

    async def flood(self, writer: asyncio.StreamWriter) -> None:
        due = time.monotonic()
        while True:
            await asyncio.sleep(0.01)
            now = time.monotonic()
            if not self.rate or self.silent or self.frozen:
                due = now
                continue
            frames = []
            while due < now:
                self.number += 1
                frames.append(self.tick(self.sent, self.number))
                self.sent += 1
                due += 1 / self.rate
            writer.write(b"".join(frames))
            await writer.drain()

    def tick(self, number: int, seq: int) -> bytes:
        symbol = SYMBOLS[number % len(SYMBOLS)]
        price = self.prices.get(symbol, 100.0)
        price = float(f"{price * (1 + (number * 7 % 101 - 50) / 100_000):.6g}")
        now = datetime.datetime.now(datetime.timezone.utc)
        zoned, plain = now.isoformat(), now.replace(tzinfo=None).isoformat()
        payload = {"kind": "tick", "symbol": symbol, "price": price, "volume": 0.0, "bid": price, "ask": price, "ts": plain,
                   "ts_ms": int(now.timestamp() * 1000)}
        data = {"seq": seq, "ts": zoned, "type": "MARKET_TICK", "severity": "INFO", "source": "market",
                "correlation_id": None, "payload": payload, "context": {"topic": "market_data", "symbol": symbol}}
        body = json.dumps({"topic": "market_data", "data": data, "timestamp": zoned}).encode()
        return b"\x81" + size_of(body) + body


def size_of(body: bytes) -> bytes:
    size = len(body)
    return bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size) if size < 1 << 16 else b"\x7f" + struct.pack(">Q", size)


def length(head: bytes) -> int | None:
    found = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    return int(found[1]) if found else None


def as_of(body: bytes, kept: float, now: float) -> bytes:
    """Moves what was said to be now to the present now, with as many digits; what was earlier stays."""
    def moved(match: re.Match) -> bytes:
        text = match[0].decode()
        moment = datetime.datetime.fromisoformat(text[:19] + "+00:00").timestamp()
        if not -2 <= kept - moment <= 5:
            return match[0]
        later = datetime.datetime.fromtimestamp(moment + now - kept, datetime.timezone.utc)
        digits = later.strftime("%Y-%m-%dT%H:%M:%S.%f")
        return digits[:len(text)].ljust(len(text), "0").encode()

    return MOMENT.sub(moved, body)


async def main(port: int, path: str) -> None:
    with open(path, "a") as log:
        front = Front(port, log)
        server = await asyncio.start_server(front.serve, "127.0.0.1", 0, limit=1 << 26)
        print(server.sockets[0].getsockname()[1], flush=True)
        commands = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
        while line := (await commands.readline()).decode().split():
            front.command(line[0], line[1] if len(line) > 1 else "")
            print("done", flush=True)
    # Whoever held it has gone: what is open ends with the process.
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
