"""A loopback stand-in for the engine that answers recorded bodies as fast as Python can.

It listens on a free port, prints it, and serves until its standard input closes. `/api/v1/status` is what
freqtrade-client reads; its rows carry the same positions.
"""

import asyncio
import json
import pathlib
import sys

RECORDINGS = pathlib.Path(__file__).resolve().parent.parent / "Fixtures" / "recordings" / "running"


def recorded() -> dict[str, bytes]:
    bodies = {}
    for file in RECORDINGS.glob("*.json"):
        exchange = json.loads(file.read_text())
        bodies[exchange["request"]["target"]] = exchange["response"]["body"].encode()
    positions = json.loads(bodies["/api/v1/orders/positions"])["positions"]
    bodies["/api/v1/status"] = json.dumps(positions).encode()
    return bodies


def enlarged(bodies: dict[str, bytes], positions: int, orders: int) -> None:
    """Repeats the recorded position and order until the answers have the asked size."""
    if positions:
        row = json.loads(bodies["/api/v1/orders/positions"])["positions"][0]
        rows = [row | {"position_id": f"position-{n}"} for n in range(positions)]
        bodies["/api/v1/orders/positions"] = json.dumps({"positions": rows}).encode()
    if orders:
        row = json.loads(bodies["/api/v1/orders"])["orders"][0]
        rows = [row | {"order_id": f"order-{n}"} for n in range(orders)]
        bodies["/api/v1/orders"] = json.dumps({"orders": rows}).encode()


async def serve(bodies: dict[str, bytes]) -> None:
    def answer(status: str, body: bytes) -> bytes:
        head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body

    answers = {target: answer("200 OK", body) for target, body in bodies.items()}
    missing = answer("404 Not Found", b'{"detail":"Not Found"}')

    async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                target = head.split(b" ", 2)[1].decode()
                writer.write(answers.get(target, missing))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connection, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    table = recorded()
    counts = [int(argument) for argument in sys.argv[1:]] + [0, 0]
    enlarged(table, counts[0], counts[1])
    asyncio.run(serve(table))
