#!/usr/bin/env python3
"""Draws a session of the shell as SVG, with the colours of a terminal, for README.md.

Usage: shell-picture.py > Documentation/Pictures/shell.svg     after `make run` or `make build plugins`
"""
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
from fcntl import ioctl
from html import escape
from unicodedata import east_asian_width

LINES = ["app://rent/42", "app://rent/lst", "call app://account/session", "crawl --without-each"]
COLUMNS, LIMIT = 100, 60
CELL, LINE, MARGIN = 8.4, 20, 16  # in pixels
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff", "36": "#56d4dd"}
PROMPT = b"switchboard> \x1b[0m"


def session() -> str:
    """Types the lines into the shell of the demonstration, and returns what the terminal showed."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as home:
        child, terminal = pty.fork()
        if child == 0:
            host = root + "/.build/debug/switchboard"
            environment = {"TERM": "xterm-256color", "HOME": home, "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
            os.execve(host, ["switchboard", "--modules", root + "/.build/plugins", "--demo"], environment)
        ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
        text = read(terminal)
        for line in LINES:
            os.write(terminal, (line + "\r").encode())
            text += read(terminal)
        os.write(terminal, b"\x04")
        os.waitpid(child, 0)
        return text


def read(terminal: int) -> str:
    """Returns the output until the shell waits for a line."""
    data = b""
    while not data.endswith(PROMPT):
        if not select.select([terminal], [], [], LIMIT)[0]:
            sys.exit(f"shell-picture: the shell does not ask for a line: {data!r}")
        data += os.read(terminal, 65536)
    return data.decode()


def line_svg(line: str, y: int) -> str:
    """Returns a line of text, with a part for each colour."""
    column, styles, parts = 0.0, set[str](), list[str]()
    for text, codes in re.findall(r"([^\x1b]+)|\x1b\[([0-9;]*)m", line):
        if not text:
            styles = set() if codes in ("", "0") else styles | set(codes.split(";"))
            continue
        colour = next((COLOURS[code] for code in styles if code in COLOURS), "#e6edf3")
        bold, faint = "1" in styles, "2" in styles or "90" in styles
        looks = ' font-weight="bold"' * bold + ' opacity=".6"' * faint
        parts.append(f'<tspan x="{MARGIN + column * CELL:g}" fill="{colour}"{looks}>{escape(text)}</tspan>')
        column += sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
    return f'<text y="{y}">{"".join(parts)}</text>'


def main() -> None:
    # Modes of the terminal are not visible, and progress is erased before other output.
    shown = re.sub(r"\x1b\[[?][0-9]+[hl]|\r|[^\n]*\x1b\[K", "", session())
    lines = shown.split("\n")[:-1]
    width, height = int(COLUMNS * CELL) + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
          f'font-family="ui-monospace,Menlo,Consolas,\'DejaVu Sans Mono\',monospace" font-size="14" style="white-space:pre">')
    print(f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>')
    for number, line in enumerate(lines):
        print(line_svg(line, MARGIN + LINE * number + 14))
    print("</svg>")


main()
