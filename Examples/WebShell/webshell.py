#!/usr/bin/env python3
"""Shows the pages of a Switchboard host in a browser on this machine: webshell.py [PORT] HOST [OPTION]...

HOST is the executable `switchboard`. It runs as a shell that reads commands and writes JSON (Documentation/JSON.md)."""
import json
import re
import secrets
import shlex
import subprocess
import sys
import threading
import zlib
from contextlib import suppress
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

Record = dict[str, Any]
ANSWER_LIMIT, BODY_LIMIT = 60, 65_536  # in seconds, above the host's deadline of a request; in bytes
ASSETS = {"/-/style.css": "text/css", "/-/script.js": "text/javascript"}
HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
           "Content-Security-Policy": "default-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'"}
WIDTH, GAP, HEAD, LINE = 440, 40, 44, 18  # of the map, in pixels
INPUTS = {"secret": "password", "integer": "number", "number": "number"}
BOOLEAN = [{"value": "true", "title": "yes"}, {"value": "false", "title": "no"}]
POST = {"method": "post", "action": "/-/do"}


class Host:
    """The host's process, and what it wrote last: the page on top, the stack, and other answers by their keys."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen([command[0], "--json", *command[1:]], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.page: Record | None = None
        self.stack: list[Record] = []
        self.data: Record = {}
        self.notices: list[Record] = []  # the last errors and values since the last form
        self.changed = threading.Condition()
        self._turn = threading.Lock()  # one command at a time
        self.version = self._asked = self._answered = 0  # the changes of the page on top; the commands, and the answers to them

    def run(self, *lines: str) -> None:
        """Runs lines, and waits for what they write. The answer to `stack` marks the end."""
        with self._turn:
            self._asked += 1
            self.process.stdin.write("".join(f"{line}\n" for line in (*lines, "tab", "stack")).encode())
            self.process.stdin.flush()
            with self.changed:
                self.changed.wait_for(lambda: self._answered == self._asked, ANSWER_LIMIT)

    def read(self) -> None:
        """Takes over what the host writes, until it ends."""
        for line in self.process.stdout:
            with suppress(ValueError), self.changed:  # a module may print lines of its own
                match json.loads(line):
                    case {"page": page}: self.page, self.version = page, self.version + 1
                    case {"page_change": change} if self.page and self.page["url"] == change["url"]:
                        apply(change["changes"], self.page["elements"])
                        self.version += 1
                    case {"stack": stack}:
                        self.stack, self.page, self._answered = stack, self.page if stack else None, self._answered + 1
                    case {"error": _} | {"value": _} as answer: self.notices = [*self.notices[-9:], answer]
                    case {"format_version": _, **answer}: self.data |= answer
                self.changed.notify_all()


def apply(changes: list[Record], parts: list[Record]) -> None:
    """Applies the changes of a page's elements, or of the rows of one, in place."""
    for change in changes:
        match change:
            case {"elements": elements}: parts[:] = elements
            case {"at": place, "content": content}: apply(content, parts[place]["elements"])
            case {"at": place, "rows": rows}: apply(rows, parts[place]["rows"])
            case {"at": place, "items": items}: apply(items, parts[place]["items"])
            case {"remove": place}: del parts[place]
            case {"insert": place, "row": row}: parts.insert(place, row)
            case {"update": place, "row": new} | {"at": place, "element": new}: parts[place] = new


class Markup(str):
    """HTML or SVG. All other text is escaped when it becomes a part of it."""


def tag(name: str, /, *content: str, **attributes: object) -> Markup:
    """Makes an element; an attribute without a value is left out, and `class_` is `class`."""
    inside = "".join(part if isinstance(part, Markup) else escape(part) for part in content)
    settings = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
                       for key, value in attributes.items() if value is not None and value is not False and value != "")
    return Markup(f"<{name}{settings}>{inside}" + ("" if name in ("input", "meta", "link") else f"</{name}>"))


class Renderer:
    """Makes HTML of elements, and numbers their choices as the host does: from 1, in the order of reading."""

    def __init__(self, token: str) -> None:
        self.token = tag("input", type="hidden", name="token", value=token)
        self.choices: list[str] = []

    def element(self, element: Record) -> Markup:
        style = element.get("style")
        match element:
            case {"kind": "heading", "text": text}: return tag("h2", text, class_=style)
            case {"kind": "text", "text": text}: return tag("p", text, class_=style)
            case {"kind": "field", "name": name, "value": value}:
                return tag("p", tag("span", name), tag("b", value, class_=style), class_="field")
            case {"kind": "link" | "action"}: return tag("p", *self.item(element))
            case {"kind": "image", "caption": caption}: return tag("p", *self.item(element | {"title": caption}))
            case {"kind": "list", "items": items}: return tag("ul", *[tag("li", *self.item(item)) for item in items])
            case {"kind": "table", "columns": columns, "rows": rows}: return self.table(columns, rows)
            case {"kind": "form"}: return self.form(element)
            case {"kind": "container"}: return self.container(element)
            case {"kind": "progress", "title": title, **more}:
                return tag("p", title, " ", tag("progress", value=more.get("fraction")), class_=style)
        return tag("p", element.get("fallback") or f'({element["kind"]})', class_="secondary")

    def choice(self, target: Record) -> str:
        """Returns the next number, with a checksum that tells whether the page has changed since."""
        checksum = zlib.crc32(json.dumps(target, sort_keys=True).encode())
        self.choices.append(f"{len(self.choices) + 1}-{checksum:x}")
        return self.choices[-1]

    def item(self, item: Record) -> list[Markup]:
        """Returns a link, an action, an item of a list or a row's first cell: a button if it can be chosen."""
        style = "action" if item.get("kind") == "action" else item.get("style")
        detail = [tag("small", item["detail"])] if item.get("detail") else []
        if not item.keys() & {"url", "message"}:
            return [tag("span", item["title"], class_=style), *detail]
        return [button(item["title"], "choice", self.choice(item), style or "link"), *detail]

    def table(self, columns: list[Record], rows: list[Record]) -> Markup:
        sides = [column.get("alignment") for column in columns]
        lines = [tag("tr", *[tag("th", column["title"], class_=side) for column, side in zip(columns, sides)])]
        for row in rows:
            first, *others = row["cells"] or [""]
            cells = [tag("td", cell, class_=side) for cell, side in zip(others, sides[1:])]
            lines.append(tag("tr", tag("td", *self.item(row | {"title": first})), *cells, class_=row.get("style")))
        return tag("table", *lines)

    def container(self, part: Record) -> Markup:
        state, layout = part.get("state", "ready"), part.get("layout", {})
        if state == "ready":
            names = [layout.get("axis", ""), layout.get("alignment", ""), "indented" if layout.get("indent") else ""]
            return tag("div", *map(self.element, part["elements"]), class_=" ".join(names).strip())
        retry = self.item(part["retry"] | {"kind": "action"}) if "retry" in part and state != "loading" else []
        return tag("div", tag("p", part.get("reason") or f"{state.capitalize()}…", class_=state), *retry)

    def form(self, form: Record) -> Markup:
        choice = tag("input", type="hidden", name="fill", value=self.choice(form))
        return tag("form", self.token, choice, *[self.field(field) for field in form["fields"]],
                   tag("button", form["title"], class_="action"), class_="card", **POST)

    def field(self, field: Record) -> Markup:
        kind, name, value = field["kind"], "field." + field["name"], field.get("initial")
        if choices := BOOLEAN if kind == "boolean" else field.get("choices"):
            empty = [] if field.get("required") else [tag("option")]
            entry = tag("select", *empty, *[tag("option", choice["title"], value=choice["value"],
                                                selected=choice["value"] == value) for choice in choices], name=name)
        else:
            entry = tag("input", type=INPUTS.get(kind, "text"), name=name, value=value, step=kind == "number" and "any",
                        **{key: field.get(key) for key in ("minlength", "maxlength", "min", "max", "required")})
        return tag("label", tag("span", field["title"]), entry, tag("small", field.get("hint", "")))


def map_svg(data: Record) -> Markup:
    """Draws modules with their routes as boxes in three columns, and whom they require or take a service of as arrows.

    If the app was crawled, also draws an arrow from each module to those that its pages lead to.
    """
    stats = {(row["verb"], row["route"]): row for row in data["stats"]}
    pairs = [(module["name"], text.split()[0]) for module in data["modules"] for text in module.get("requires", [])]
    channels = {module["name"]: module.get("channels", {}) for module in data["modules"]}
    offers = {service.split()[0]: name for name, own in channels.items() for service in own.get("offers", [])}
    pairs += [(name, offers[service.split()[0]]) for name, own in channels.items()
              for service in own.get("takes", []) if service.split()[0] in offers]
    pairs = list(dict.fromkeys(pairs))
    related = {name for pair in pairs for name in pair}
    ends, places, boxes = [20, 20, 20], {}, list[Markup]()
    for module in sorted(data["modules"], key=lambda module: module["name"] not in related):
        column = ends.index(min(ends))
        x, y = places[module["name"]] = column * (WIDTH + GAP) + GAP, ends[column]
        routes = [route for route in data["routes"] if route["owner"] == module["name"]]
        lines = [map_route(route, HEAD + LINE * place, stats.get((route["verb"], route["pattern"])))
                 for place, route in enumerate(routes)]
        boxes.append(map_box(module, lines, f"translate({x} {y})"))
        ends[column] += HEAD + LINE * (len(routes) + 1)
    tip = tag("marker", tag("path", d="M0 0 8 4 0 8z"), id="tip", viewBox="0 0 8 8", refX=8, refY=4, orient="auto")
    arrows = [map_arrow(one, other, "requires", places) for one, other in pairs if other in places]
    owners = {route["pattern"].strip("/").split("/")[0]: route["owner"] for route in data["routes"]}
    ways = {tuple(owners.get(edge[end].removeprefix("app://").split("/")[0]) for end in ("page", "url"))
            for edge in data.get("graph", [])}
    arrows += [map_arrow(one, other, "leads to", places) for one, other in ways if one and other and one != other]
    size = f"0 0 {3 * (WIDTH + GAP) + GAP} {max(ends)}"
    return tag("svg", tip, *arrows, *boxes, viewBox=size, role="img", aria_label="Modules and routes")


def map_box(module: Record, lines: list[Markup], transform: str) -> Markup:
    channels = [f"{kind} {', '.join(names)}" for kind, names in module.get("channels", {}).items() if names]
    head = [tag("title", "\n".join([module.get("summary", ""), *channels])), tag("rect", width=WIDTH, height=HEAD + LINE * len(lines), rx=8),
            tag("text", module["name"], x=12, y=22, class_="name"),
            tag("text", f'{module.get("version", "")} {module["state"]}', x=WIDTH - 12, y=22, class_="right")]
    return tag("g", *head, *lines, class_=f'module {module["state"]}', transform=transform)


def map_route(route: Record, y: int, row: Record | None) -> Markup:
    labels = route.get("labels", [])
    names = tag("tspan", " ".join(label["name"] for label in labels if label["name"] != "summary"))
    about = tag("title", "\n".join([route["owner"], *[" ".join(label.values()) for label in labels]]))
    median = row and row["latency"].get("median_seconds")
    figures = f'{row["count"]} × ' + (f"≤ {median * 1000:g} ms" if median else "> 10 s") if row else ""
    return tag("g", about, tag("text", route["verb"], x=12, y=y, class_="verb"),
               tag("text", route["pattern"], " ", names, x=48, y=y),
               tag("text", figures, x=WIDTH - 12, y=y, class_="right"), class_="route")


def map_arrow(start: str, end: str, verb: str, places: dict[str, tuple[int, int]]) -> Markup:
    (x1, y1), (x2, y2) = places[start], places[end]
    out, bend = (x1 + WIDTH, 40) if x2 > x1 else (x1, -40)
    into, turn = (x2 + WIDTH, 40) if x2 < x1 else (x2, -40)
    curve = f"M{out} {y1 + 16}C{out + bend} {y1 + 16} {into + turn} {y2 + 16} {into} {y2 + 16}"
    kind = "arrow" if verb == "requires" else "arrow way"
    return tag("path", tag("title", f"{start} {verb} {end}"), d=curve, class_=kind, marker_end="url(#tip)")


class Server(ThreadingHTTPServer):
    """Serves one host to browsers on this machine."""

    def __init__(self, port: int, host: Host) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.host = host
        self.token = secrets.token_urlsafe()  # in each form, so that no other web site can send one
        self.names = {f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")}

    def line(self, form: dict[str, str]) -> str:
        """Returns the shell's line for what the person did, with each of their texts as one quoted word."""
        if choice := form.get("choice") or form.get("fill"):
            renderer = Renderer(self.token)
            with self.host.changed:
                list(map(renderer.element, self.host.page["elements"] if self.host.page else []))
            if choice not in renderer.choices:
                self.host.notices.append({"error": {"message": "the page has changed since; choose again"}})
                return ""
            values = {name[6:]: text for name, text in form.items() if name.startswith("field.")}
            return shlex.join([choice.split("-")[0]] + ([json.dumps(values)] if "fill" in form else []))
        if "move" in form:
            return form["move"] if re.fullmatch(r"back \d+( --yes)?|forward", form["move"]) else ""
        words = ["tab", form["tab"]] if "tab" in form else ["open", form.get("url", "")]
        return shlex.join(" ".join(word.splitlines()) for word in words)

    def page(self) -> Markup:
        self.host.run()
        with self.host.changed:
            page: Record = {"title": "No page is open", "url": "", "elements": []} | (self.host.page or {})
            title, notices = page["title"] or page["url"], map(notice, self.host.notices)
            parts = list(map(Renderer(self.token).element, page["elements"]))
            if page["url"].startswith(("https://", "http://")):
                parts.append(tag("a", "Open it in a new tab", href=page["url"], target="_blank", rel="noreferrer"))
            body = tag("main", *notices, tag("h1", title, id="title"), tag("div", *parts, id="elements"))
            return document(title, self.bar(page), body, data_version=self.host.version)

    def bar(self, page: Record) -> Markup:
        """Returns the buttons to move, the address, the tabs and the stack, whose entries lead back to their pages."""
        token, stack, question = Renderer(self.token).token, self.host.stack, page.get("leaveQuestion")
        address = tag("input", name="url", value=page["url"], placeholder="app://account/home", aria_label="URL", autocomplete="off")
        leave = [button(f"Leave: {question}", "move", "back 1 --yes")] if question else []
        tabs = [button(tab["name"], "tab", tab["name"], "here" if tab["isShown"] else "")
                for tab in self.host.data.get("tabs", [])]
        path = [button(entry["title"] or entry["url"], "move", f"back {len(stack) - place}", "link")
                for place, entry in enumerate(stack[:-1], 1)]
        return tag("header", tag("form", token, id="do", **POST), button("‹", "move", "back 1"),
                   button("›", "move", "forward"), *leave, tag("form", token, address, tag("button", "Open"), **POST),
                   tag("a", "Map", href="/-/map"), tag("nav", *tabs), tag("nav", *path, class_="stack"), id="bar")


def notice(answer: Record) -> Markup:
    if error := answer.get("error"):
        near = [url for url in error.get("near", []) if "://" in url and "/:" not in url]
        return tag("p", error["message"], " ", *[button(url, "url", url, "link") for url in near], class_="failure")
    return tag("pre", json.dumps(answer.get("value"), ensure_ascii=False, indent=2))


def button(title: str, name: str, value: str, style: str = "") -> Markup:
    return tag("button", title, form="do", name=name, value=value, class_=style)


def document(title: str, *content: str, **attributes: object) -> Markup:
    head = tag("head", tag("meta", charset="utf-8"), tag("title", title), tag("link", rel="icon", href="data:,"),
               tag("link", rel="stylesheet", href="/-/style.css"), tag("script", src="/-/script.js", defer=True))
    return Markup("<!DOCTYPE html>" + tag("html", head, tag("body", *content, **attributes), lang="en"))


class Handler(BaseHTTPRequestHandler):
    """Answers the browser. It refuses other names of this machine and forms of other sites, and writes no log."""
    timeout = 30
    server: Server

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if self.headers["Host"] not in self.server.names or self.headers["Sec-Fetch-Site"] == "cross-site":
            return self.answer("Another site asks, or this is not the address of WebShell; open /.", "text/plain", 403)
        match address.path:
            case "/": self.answer(self.server.page())
            case "/-/map": self.answer(self.map("modules", "routes", "stats"))
            case "/-/map/ways": self.answer(self.map("modules", "routes", "stats", "crawl --graph"))
            case "/-/events" if re.fullmatch("[0-9]{0,9}", address.query): self.follow(int(address.query or 0))
            case "/-/events": self.answer("The version is no number.", "text/plain", 400)
            case path if path in ASSETS: self.answer(Path(__file__).with_name(path[3:]).read_text(), ASSETS[path])
            case _: self.answer("There is no such page.", "text/plain", 404)

    def do_POST(self) -> None:
        size, names = re.fullmatch("[0-9]{1,9}", self.headers["Content-Length"] or "0"), self.server.names
        if not size or int(size[0]) > BODY_LIMIT:
            return self.answer("That is no form, or too much for one.", "text/plain", 413 if size else 400)
        form = dict(parse_qsl(self.rfile.read(int(size[0])).decode(errors="replace"), keep_blank_values=True))
        is_own = self.headers["Host"] in names and self.headers["Origin"] in {f"http://{name}" for name in names}
        if not is_own or not secrets.compare_digest(form.get("token", "").encode(), self.server.token.encode()):
            return self.answer("The form is of another site, or of an earlier start; open / again.", "text/plain", 403)
        self.server.host.notices = []  # here alone: pages are read again, by other tabs too
        self.server.host.run(self.server.line(form))
        self.answer("", status=303, Location="/")

    def map(self, *lines: str) -> Markup:
        search = tag("input", type="search", id="search", placeholder="Search modules, routes and labels")
        self.server.host.data.pop("graph", None)
        self.server.host.run(*lines)
        links = [tag("a", "‹ Pages", href="/"), tag("a", "Ways between pages", href="/-/map/ways")]
        return document("Map", tag("header", *links, search), map_svg(self.server.host.data))

    def follow(self, version: int) -> None:
        """Sends an event for each change of the page on top, or a comment, by which a lost browser is found."""
        host = self.server.host
        self.answer("", "text/event-stream")
        with suppress(OSError):
            while True:
                with host.changed:
                    has_changed = host.changed.wait_for(lambda: host.version != version, 15)
                    version = host.version
                self.wfile.write(b"data:\n\n" if has_changed else b":\n\n")

    def answer(self, body: str, kind: str = "text/html", status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in (HEADERS | headers | {"Content-Type": f"{kind}; charset=utf-8"}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None: pass


def main() -> None:
    command = sys.argv[1:] or sys.exit(__doc__)
    try:
        server = Server(int(command.pop(0)) if command[0].isdecimal() else 8484, Host(command))
    except OSError as error:
        sys.exit(f"WebShell: {error}; name a free port and the host: webshell.py PORT HOST [OPTION]...")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"WebShell: http://127.0.0.1:{server.server_port}/", flush=True)
    with suppress(KeyboardInterrupt):
        server.host.read()
        errors = [notice["error"]["message"] for notice in server.host.notices if "error" in notice]
        sys.exit("\n".join(["WebShell: the host has ended", *errors]))


if __name__ == "__main__":
    main()
