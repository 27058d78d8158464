#!/usr/bin/env python3
"""A server of the Model Context Protocol over stdio: each route that an external caller may reach is a tool.

Usage: server.py SWITCHBOARD [OPTION…], as in `server.py .build/debug/switchboard --demo`. It asks the host's shell as
Documentation/JSON.md says, for as long as its own input is open, and logs nothing.
"""
import json, re, shlex, subprocess, sys
from urllib.parse import quote, urlencode

VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
NUMBER = {"type": "integer", "minimum": 1, "description": "the number before an entry in the text of the page"}
VALUES = {"type": "object", "description": "the values of a form, by the names of its fields"}
PAGE_TOOLS = {
    "follow": ("Follows a link, makes a choice or sends a form of the page on top", {"number": NUMBER, "values": VALUES}),
    "back": ("Leaves the page on top", {}),
}


class Refusal(Exception):
    """What the host says in place of an answer; the sentence ends with what to do."""


class Host:
    """The shell of a host, which runs one line after the other."""

    def __init__(self, command):
        self.command = [*command, "--origin", "external", "--json", "--plain", "--yes"]
        self.process = None

    def ask(self, line):
        """Returns what the host answers to a line, the last object of each key."""
        answers, answer, fault = {}, {}, {}
        try:
            if not self.process:
                # Both outputs of the host in one pipe keep their order.
                pipe, self.count = subprocess.PIPE, 0
                self.process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT)
            self.count += 2
            # The answer to `stack` comes after all output of the line.
            self.process.stdin.write(f"{line}\nstack\n".encode())
            self.process.stdin.flush()
            while "stack" not in answer:
                answer = self.read()
                fault = answer.get("error", fault)
                # An error without the line's number is a notice, or an error of an earlier line.
                if "error" not in answer or answer["error"].get("line") == self.count - 1:
                    answers |= answer
        except OSError as error:
            said = f"{error.filename}: {error.strerror}" if error.filename else "it has ended"
            self.process, why = None, fault.get("message", said)
            raise Refusal(f"the host does not run ({why}); `switchboard doctor` may say more, and the next call starts it")
        if "error" in answers:
            raise Refusal(answers["error"]["message"])
        return answers

    def read(self):
        """Returns the next object; an empty one for what a module prints."""
        if not (line := self.process.stdout.readline()):
            raise BrokenPipeError
        try:
            return json.loads(line[line.index(b"{") :])
        except ValueError:
            return {}


class Tool:
    """A route: its schema, and the line of the shell that asks for it."""

    def __init__(self, route):
        self.verb, self.pattern = route["verb"], route["pattern"]
        labels = {label["name"]: label.get("text") for label in route.get("labels", [])}
        self.summary = labels.get("summary") or f"The {self.verb} route {self.pattern} of the module {route['owner']}"
        parts = [part for key in ("parameters", "body") if (part := route["schema"].get(key))]
        properties = {name: schema for part in parts for name, schema in part.get("properties", {}).items()}
        required = {name for part in parts for name in part.get("required", [])}
        self.schema = {"type": "object", "properties": properties, "required": sorted(required)}
        # Parameters between marks: a type may have the brackets of an optional group.
        url = self.pattern.replace("://*/", "://localhost/")
        self.marked = re.sub(r"[:*]([A-Za-z_]\w*)(<[^>]*>)?\??", "\1\\1\1", url)
        self.name = "_".join([self.verb, *re.findall("[A-Za-z0-9]+", self.marked)])[:60]

    def line(self, arguments):
        url, rest = self.marked, dict(arguments)

        def group(found):
            return found[1] if all(name in rest for name in re.findall("\1(.+?)\1", found[1])) else ""

        def value(found):
            if found[1] not in rest and not self.pattern.endswith(f"*{found[1]}?"):
                raise Refusal(f'"{found[1]}" is missing; give all that the schema of {self.name} requires')
            value = text(rest.pop(found[1], ""))
            if f"*{found[1]}" not in self.pattern:
                return quote(value, safe="")
            # In the text of a wildcard, a slash and a percent sign within a segment are escaped.
            parts = (part.replace("%2F", "/").replace("%25", "%") for part in value.split("/"))
            return "/".join(quote(part, safe="") for part in parts)

        while (outer := re.sub(r"\(([^()]*)\)", group, url)) != url:
            url = outer
        url = ("app:/" if url.startswith("/") else "") + re.sub("\1(.+?)\1", value, url)
        if self.verb == "call":
            return shlex.join(["call", url, "--body", json.dumps(rest)])
        return shlex.join(["open", url + ("?" if rest else "") + urlencode({name: text(rest[name]) for name in rest})])


def text(value):
    return value if isinstance(value, str) else json.dumps(value)


class Server:
    def __init__(self, host):
        self.host, self.tools = host, {}

    def list(self):
        self.tools = {}
        for route in self.host.ask("routes --schema")["routes"]:
            # A stream may be endless, an object has no text, and a fallback has no types.
            if "schema" in route and route.get("form") not in ("stream", "object"):
                tool = Tool(route)
                while tool.name in self.tools:
                    tool.name += "_"
                self.tools[tool.name] = tool
        rows = [(tool.name, tool.summary, tool.schema) for tool in self.tools.values()]
        for name, (about, properties) in PAGE_TOOLS.items():
            rows.append((name, about, {"type": "object", "properties": properties, "required": list(properties)[:1]}))
        return [{"name": name, "description": about, "inputSchema": schema} for name, about, schema in rows]

    def call(self, name, arguments):
        if name not in self.tools | PAGE_TOOLS:
            self.list()
        line = name if name in PAGE_TOOLS else self.tools[name].line(arguments)
        if name == "follow":
            values = {field: text(value) for field, value in arguments.get("values", {}).items()}
            line = str(int(arguments["number"])) + ("values" in arguments) * f" {shlex.quote(json.dumps(values))}"
        answers = self.host.ask(line)
        if name in PAGE_TOOLS or "page" in answers:
            answers |= self.host.ask("show") | self.host.ask("show --text")
        structure = {key: answers[key] for key in ("value", "page", "feedback") if key in answers}
        shown = None if "value" in answers else answers.get("page_text")
        shown = shown or json.dumps(answers.get("value", structure), ensure_ascii=False)
        return {"content": [{"type": "text", "text": shown}], "structuredContent": structure}

    def result(self, method, parameters):
        if method == "initialize":
            version = parameters["protocolVersion"] if parameters["protocolVersion"] in VERSIONS else VERSIONS[-1]
            about = {"name": "switchboard", "version": "0.3.0"}
            return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}
        if method == "tools/list":
            return {"tools": self.list()}
        if method == "tools/call":
            try:
                return self.call(parameters["name"], parameters.get("arguments") or {})
            except Refusal as refusal:
                return {"content": [{"type": "text", "text": str(refusal)}], "isError": True}
        return {} if method == "ping" else None

    def reply(self, line):
        """Returns the answer to a message; `None` for a notification."""
        answer = {"jsonrpc": "2.0", "id": None}
        try:
            request = json.loads(line)
            answer["id"] = request.get("id")
            answer["result"] = self.result(request["method"], request.get("params") or {})
            code, message = -32601, "this server has tools alone"
        except Refusal as refusal:
            code, message = -32603, str(refusal)
        except (KeyError, TypeError, ValueError, AttributeError):
            code, message = -32602, "there is no such tool, or its arguments are of another form; see `tools/list`"
        if answer.get("result") is None:
            answer = {"jsonrpc": "2.0", "id": answer["id"], "error": {"code": code, "message": message}}
        return answer if answer["id"] is not None else None


if __name__ == "__main__":
    server = Server(Host(sys.argv[1:] or sys.exit(__doc__)))
    for message in sys.stdin.buffer:
        if reply := server.reply(message):
            print(json.dumps(reply), flush=True)
