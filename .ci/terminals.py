"""Programs on terminals: a pseudo terminal read by the PyPI package `pyte`, and the same within tmux, GNU screen, mosh and a shell.

What came is kept with the moment at which it came. It is only parsed when somebody asks what the screen shows, so that the
parser's own time is no part of what is measured.
"""

import collections
import fcntl
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import tempfile
import termios
import threading
import time

import pyte

#: What pyte would take for text or for something else: strings of control, and what belongs to xterm alone.
UNREAD = re.compile(rb"\x1b[P_^X][^\x1b\x07]*(?:\x1b\\|\x07)|\x1b\[[<>=][0-9;:]*[A-Za-z]|\x1b\[\??[0-9;]*\$[A-Za-z]|\x1b\[\?[0-9;]*[mus]")
PARTIAL = re.compile(rb"\x1b(?:[\[][0-9;:<>=?$]*|[P_^X\]][^\x1b\x07]*\x1b?)?$")
QUERY = re.compile(rb"\x1b\[\??[0-9;]*[nc]")
ALTERNATE, PASTE, FOCUS = 1049 << 5, 2004 << 5, 1004 << 5
MICE = [number << 5 for number in (1000, 1002, 1003, 1006)]


class Picture(pyte.Screen):
    """pyte's screen with the alternate one beside it, which pyte has not."""
    aside = None

    def set_mode(self, *modes, **more):
        if more.get("private") and {1049, 1047, 47} & set(modes) and self.aside is None:
            self.aside = ({row: dict(cells) for row, cells in self.buffer.items()}, self.cursor.x, self.cursor.y)
            self.erase_in_display(2)
        super().set_mode(*modes, **more)

    def reset_mode(self, *modes, **more):
        super().reset_mode(*modes, **more)
        if more.get("private") and {1049, 1047, 47} & set(modes) and self.aside is not None:
            rows, x, y = self.aside
            self.aside = None
            self.erase_in_display(2)
            for row, cells in rows.items():
                if row < self.lines:
                    self.buffer[row].update({column: cell for column, cell in cells.items() if column < self.columns})
            self.cursor.x, self.cursor.y = min(x, self.columns - 1), min(y, self.lines - 1)

    def report_device_status(self, mode=0, **more):
        if not more.get("private"):
            super().report_device_status(mode)


class Terminal:
    """A program on a pseudo terminal. `slow`: characters a second that the line carries."""
    kind = "pty"

    def __init__(self, words: list[str], env: dict[str, str], columns: int = 80, rows: int = 24, slow: int | None = None):
        self.columns, self.rows, self.slow = columns, rows, slow
        self.picture = Picture(columns, rows)
        self.picture.write_process_input = lambda text: self.write(text.encode())
        self.stream = pyte.ByteStream(self.picture)
        self.chunks: list[tuple[float, bytes]] = []
        self.parsed, self.rest, self.ended = 0, b"", False
        self.news = threading.Condition(threading.RLock())
        self.master, self.slave = pty.openpty()
        self.set_size()
        self.child = subprocess.Popen(
            words, stdin=self.slave, stdout=self.slave, stderr=self.slave, env=env, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.waker, self.wake = os.pipe()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    # What comes.

    def read(self) -> None:
        due = 0.0
        while True:
            ready = select.select([self.master, self.waker], [], [])[0]
            if self.waker in ready:
                break
            try:
                # A slow line is read in pieces of a twentieth of a second.
                data = os.read(self.master, self.slow // 20 if self.slow else 1 << 16)
            except OSError:
                break
            if not data:
                break
            if self.slow:
                due = max(due, time.monotonic()) + len(data) / self.slow
                time.sleep(max(0.0, due - time.monotonic()))
            with self.news:
                self.chunks.append((time.monotonic(), data))
                if QUERY.search(data):
                    self.parse()
                self.news.notify_all()
        with self.news:
            self.ended = True
            self.news.notify_all()

    def parse_one(self) -> None:
        data = self.rest + self.chunks[self.parsed][1]
        self.parsed += 1
        partial = PARTIAL.search(data)
        self.rest = data[partial.start():] if partial and len(data) - partial.start() < 4096 else b""
        self.stream.feed(UNREAD.sub(b"", data[:len(data) - len(self.rest)]))

    def parse(self) -> None:
        with self.news:
            while self.parsed < len(self.chunks):
                self.parse_one()

    def text(self) -> list[str]:
        with self.news:
            self.parse()
            return [row.rstrip() for row in self.picture.display]

    def until(self, wanted, seconds: float = 20) -> float | None:
        """The moment at which what had come by then shows it; nothing if it did not within so many seconds. What is wanted: a
        text, a pattern, or a function of the rows."""
        end = time.monotonic() + seconds
        with self.news:
            if holds(wanted, self.text()):
                return time.monotonic()
            while True:
                while self.parsed < len(self.chunks):
                    moment = self.chunks[self.parsed][0]
                    self.parse_one()
                    if holds(wanted, [row.rstrip() for row in self.picture.display]):
                        return moment
                left = end - time.monotonic()
                if left <= 0 or self.ended:
                    return None
                # A function may look at more than the screen.
                if not self.news.wait(min(left, 0.1) if callable(wanted) else left) and callable(wanted) and wanted(self.text()):
                    return time.monotonic()

    def quiet(self, pause: float = 0.3, seconds: float = 10) -> bool:
        """Waits until from now on nothing has come for that long."""
        begun = time.monotonic()
        with self.news:
            while (now := time.monotonic()) < begun + seconds:
                since = now - max(begun, self.chunks[-1][0] if self.chunks else 0)
                if since >= pause or self.ended:
                    return True
                self.news.wait(pause - since)
        return False

    @property
    def mark(self) -> int:
        return len(self.chunks)

    def raw(self, mark: int = 0) -> bytes:
        return b"".join(data for _, data in self.chunks[mark:])

    def per_second(self, seconds: float) -> list[int]:
        """Bytes of each second from now on."""
        begun, mark = time.monotonic(), self.mark
        time.sleep(seconds)
        buckets: collections.Counter = collections.Counter()
        for moment, data in self.chunks[mark:]:
            buckets[int(moment - begun)] += len(data)
        return [buckets[second] for second in range(int(seconds))]

    # What goes.

    def write(self, data: bytes, seconds: float = 60) -> bool:
        """Whether all of it was taken in time."""
        end = time.monotonic() + seconds
        view = memoryview(data)
        os.set_blocking(self.master, False)
        while view and time.monotonic() < end:
            if select.select([], [self.master], [], 1)[1]:
                try:
                    view = view[os.write(self.master, view[:4096]):]
                except BlockingIOError:
                    time.sleep(0.001)
                except OSError:
                    return False
        return not view

    def press(self, keys: bytes, wanted, seconds: float = 10) -> tuple[float | None, float | None]:
        """Seconds from the keys to the first byte after them, and to what is wanted."""
        self.parse()
        mark, begun = self.mark, time.monotonic()
        self.write(keys)
        shown = self.until(wanted, seconds)
        first = self.chunks[mark][0] - begun if self.mark > mark else None
        return first, shown - begun if shown else None

    def resize(self, columns: int, rows: int) -> None:
        with self.news:
            self.parse()
            self.columns, self.rows = columns, rows
            self.picture.resize(rows, columns)
            self.set_size()

    def set_size(self) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.columns, 0, 0))

    # The terminal itself.

    def settings(self) -> list:
        return termios.tcgetattr(self.slave)

    def reads_lines(self) -> bool:
        """Whether a shell can be typed to on it."""
        given, put, _, local = self.settings()[:4]
        wanted = termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN
        return bool(given & termios.ICRNL and put & termios.OPOST and put & termios.ONLCR and local & wanted == wanted)

    def left(self) -> list[str]:
        """What a program has left behind on the terminal."""
        with self.news:
            self.parse()
            mode = self.picture.mode
            wrong = {
                "the alternate screen": ALTERNATE in mode or self.picture.aside is not None, "a hidden cursor": self.picture.cursor.hidden,
                "bracketed paste": PASTE in mode, "focus reports": FOCUS in mode, "the mouse": any(mouse in mode for mouse in MICE),
                "margins": self.picture.margins is not None,
                "colours": self.picture.cursor.attrs._replace(data=" ") != self.picture.default_char._replace(data=" ")}
            return [name for name, is_so in wrong.items() if is_so]

    def hang_up(self) -> None:
        """Closes the terminal, as a lost connection does."""
        os.write(self.wake, b"x")
        self.reader.join()
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = -1

    def close(self) -> None:
        if self.child.poll() is None:
            try:
                os.killpg(self.child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.child.wait()
        if self.master >= 0:
            self.hang_up()
        for end in (self.wake, self.waker):
            os.close(end)

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self.child.pid


class Shell(Terminal):
    """A program started by dash, which leaves the terminal's settings as a program that dies has left them."""
    kind = "shell"

    def __init__(self, env: dict[str, str], columns: int = 80, rows: int = 24):
        super().__init__(["/bin/dash", "-i"], env | {"PS1": "ready $?$ "}, columns, rows)
        self.until(self.code)

    def run(self, words: list[str], end: bytes = b"\r") -> None:
        self.write(shlex.join(words).encode() + end)

    @staticmethod
    def code(rows: list[str]) -> str | None:
        """The exit code of the last program, which the prompt tells, once that stands in the last row."""
        found = re.search(r"ready (\d+)\$$", next((row for row in reversed(rows) if row), ""))
        return found and found[1]

    @property
    def pid(self) -> int:
        """The youngest child of the shell."""
        found = pathlib.Path(f"/proc/{self.child.pid}/task/{self.child.pid}/children").read_text().split()
        return int(found[-1]) if found else 0


class Tmux(Terminal):
    kind = "tmux"

    def __init__(self, words: list[str], env: dict[str, str], columns: int = 80, rows: int = 24):
        self.folder = tempfile.mkdtemp()
        self.env = env | {"TMUX_TMPDIR": self.folder}
        self.server = ["tmux", "-L", "own", "-f", "/dev/null"]
        super().__init__([*self.server, "new-session", shlex.join(words), ";", "set", "-g", "status", "off", ";", "set", "-g", "prefix", "None"],
                         self.env, columns, rows)

    def text(self) -> list[str]:
        self.parse()
        shown = subprocess.run([*self.server, "capture-pane", "-p"], env=self.env, capture_output=True, text=True).stdout
        return padded(shown, self.rows)

    def until(self, wanted, seconds: float = 20) -> float | None:
        return polled(self, wanted, seconds)

    def close(self) -> None:
        subprocess.run([*self.server, "kill-server"], env=self.env, capture_output=True)
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)


class GnuScreen(Terminal):
    """Read as whoever is attached sees it: `hardcopy` keeps one byte of each character."""
    kind = "screen"

    def __init__(self, words: list[str], env: dict[str, str], columns: int = 80, rows: int = 24):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.env = env | {"SCREENDIR": str(self.folder)}
        rc = self.folder / "rc"
        rc.write_text("startup_message off\nescape \\377\\377\ndefutf8 on\n")
        super().__init__(["screen", "-U", "-c", str(rc), "-S", "own", *words], self.env, columns, rows)

    def close(self) -> None:
        subprocess.run(["screen", "-S", "own", "-X", "quit"], env=self.env, capture_output=True)
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Mosh(Terminal):
    kind = "mosh"

    def __init__(self, words: list[str], env: dict[str, str], columns: int = 80, rows: int = 24):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
            found.bind(("127.0.0.1", 0))
            port = found.getsockname()[1]
        told = subprocess.run(["mosh-server", "new", "-i", "127.0.0.1", "-p", str(port), "-c", "256", "--", *words], env=env,
                              capture_output=True, text=True, timeout=20)
        connect = re.search(r"MOSH CONNECT (\d+) (\S+)", told.stdout)
        detached = re.search(r"pid = (\d+)", told.stdout + told.stderr)
        if not connect or not detached:
            raise OSError(f"mosh-server does not start: {told.stdout} {told.stderr}")
        self.server = int(detached[1])
        # Without its guesses, the screen is what the server's is.
        super().__init__(["mosh-client", "127.0.0.1", connect[1]],
                         env | {"MOSH_KEY": connect[2], "MOSH_PREDICTION_DISPLAY": "never"}, columns, rows)

    def close(self) -> None:
        try:
            os.kill(self.server, signal.SIGTERM)
        except ProcessLookupError:
            pass
        super().close()


def holds(wanted, rows: list[str]) -> bool:
    if callable(wanted):
        return wanted(rows)
    shown = "\n".join(rows)
    return bool(wanted.search(shown)) if isinstance(wanted, re.Pattern) else wanted in shown


def polled(terminal: Terminal, wanted, seconds: float) -> float | None:
    """For what has to be asked for its screen: looks again whenever something came."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        mark = terminal.mark
        if holds(wanted, terminal.text()):
            return time.monotonic()
        with terminal.news:
            if terminal.mark == mark:
                terminal.news.wait(0.2)
    return None


def padded(shown: str, rows: int) -> list[str]:
    lines = [line.rstrip() for line in shown.split("\n")][:rows]
    return lines + [""] * (rows - len(lines))


def processor(pid: int) -> float:
    """Seconds of processor time of all threads, of the program and the system."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """MiB of memory."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def share(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def median(values: list[int]) -> float:
    return statistics.median(values) if values else 0
