"""An engine on loopback that replays recorded answers, for the scripts beside this file. Standard library only."""
import http.server
import json
import pathlib
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent


def recorded():
    """Target without its query -> (status, body) of a running engine."""
    table = {}
    for file in (ROOT / "Fixtures/recordings/running").glob("*.json"):
        exchange = json.loads(file.read_text())
        if exchange["request"]["method"] == "GET":
            response = exchange["response"]
            table[exchange["request"]["target"].split("?")[0]] = (response["status"], response["body"].encode())
    return table


class Engine(http.server.ThreadingHTTPServer):
    """Serves what `answer` gives, from the moment it is made."""

    request_queue_size = 512
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.table = recorded()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def answer(self, method, target, body):
        """(status, body) of a request. A call that changes something is taken."""
        if method != "GET":
            return 200, b'{"status":"success","message":"taken"}'
        return self.table.get(target.split("?")[0], (404, b'{"detail":"Not Found"}'))

    def handle_error(self, *_):
        """Commands end with answers unread, and the killed leave their connections broken."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_any(self):
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, body = self.server.answer(self.command, self.path, sent)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = handle_any

    def log_message(self, *_):
        pass
