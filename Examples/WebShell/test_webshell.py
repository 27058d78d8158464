#!/usr/bin/env python3
"""Tests WebShell with the demonstration app: test_webshell.py [--browser] [--pictures FOLDER]

Without an option it asks over HTTP alone. --browser drives Chromium as well, over the pipe of its DevTools protocol,
and --pictures keeps what that shows. The host is the debug build of this checkout.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from base64 import b64decode
from html import unescape
from pathlib import Path
from typing import Any, Callable
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

sys.dont_write_bytecode = True
from webshell import Renderer, apply  # noqa: E402

HERE = Path(__file__).parent
BUILD = HERE.parent.parent / ".build"
HOST = [str(BUILD / "debug/switchboard"), "--modules", str(BUILD / "plugins"), "--demo", "--deadline", "50"]
LIMIT = 60  # seconds that a condition may take
PICTURES = sys.argv[sys.argv.index("--pictures") + 1] if "--pictures" in sys.argv else None
HAS_BROWSER = PICTURES is not None or "--browser" in sys.argv


class WebShell:
    """WebShell in a process of its own, with an empty home, and a person who reads its HTML."""

    def __init__(self) -> None:
        self.home = tempfile.mkdtemp()
        environment = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
        self.process = subprocess.Popen([sys.executable, HERE / "webshell.py", "0", *HOST], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=environment | {"HOME": self.home}, text=True)
        self.url = self.process.stdout.readline().split()[-1].rstrip("/")

    def end(self) -> str:
        """Ends the process, and returns what it printed after its URL."""
        self.process.terminate()
        text, _ = self.process.communicate(timeout=LIMIT)
        shutil.rmtree(self.home, ignore_errors=True)
        return text

    def get(self, path: str = "/", **headers: str) -> str:
        with urlopen(Request(self.url + path, headers=headers), timeout=LIMIT) as answer:
            return answer.read().decode()

    def post(self, values: dict[str, str], **headers: str) -> str:
        """Sends a form as the browser does, and returns the page behind the redirection."""
        values = {"token": value_of("token", self.get())} | values
        request = Request(self.url + "/-/do", urlencode(values).encode(), headers={"Origin": self.url} | headers)
        with urlopen(request, timeout=LIMIT) as answer:
            return answer.read().decode()

    def open(self, url: str) -> str:
        return self.post({"url": url})

    def choose(self, title: str) -> str:
        """Chooses what has a title on the page on top."""
        found = re.search(rf'value="([^"]*)"[^>]*>{re.escape(title)}</button>', self.get())
        return self.post({"choice": unescape(found[1])})

    def fill(self, **values: str) -> str:
        fields = {f"field.{name}": value for name, value in values.items()}
        return self.post({"fill": value_of("fill", self.get())} | fields)


def value_of(name: str, page: str) -> str:
    return re.search(rf'name="{name}" value="([^"]*)"', page)[1]


def title_of(page: str) -> str:
    return unescape(re.search(r'<h1 id="title">(.*?)</h1>', page)[1])


class Elements(unittest.TestCase):
    """What pages become, without a host."""

    HOSTILE = '"><script>&'

    def test_each_kind_of_element_is_shown_and_its_texts_are_escaped(self) -> None:
        text, link = self.HOSTILE, {"title": self.HOSTILE, "url": "app://x", "style": self.HOSTILE}
        field = {"name": text, "title": text, "hint": text, "initial": text, "minlength": 1, "required": True}
        fields = [field | {"kind": kind} for kind in ("text", "secret", "integer", "number", "boolean")]
        fields.append(field | {"kind": "choice", "choices": [{"value": text, "title": text}]})
        elements: list[dict[str, Any]] = [
            {"kind": "heading", "text": text}, {"kind": "text", "text": text, "style": text},
            {"kind": "field", "name": text, "value": text}, {"kind": "link"} | link, {"kind": "action"} | link,
            {"kind": "image", "caption": text, "url": "file:///x"}, {"kind": "progress", "title": text, "fraction": 0},
            {"kind": "list", "items": [{"title": text, "detail": text}, link, {"title": text, "message": 1}]},
            {"kind": "table", "columns": [{"title": text, "alignment": text}],
             "rows": [{"cells": [text]}, {"cells": []}]},
            {"kind": "form", "title": text, "fields": fields},
            {"kind": "container", "elements": [{"kind": "link"} | link]},
            {"kind": "container", "elements": [{"kind": "link"} | link], "state": "failed", "retry": link},
            {"kind": "container", "elements": [], "state": "loading", "retry": link},
            {"kind": text, "fallback": text}, {"kind": text},
        ]
        renderer = Renderer("token")
        html = "".join(map(renderer.element, elements))
        self.assertNotIn("<script>", html)
        self.assertNotIn('""', html)
        numbers = [choice.split("-")[0] for choice in renderer.choices]
        self.assertEqual(numbers, [str(number) for number in range(1, 9)])
        self.assertIn('<progress value="0">', html)

    def test_changes_are_applied_in_their_order(self) -> None:
        rows = [{"id": name} for name in "abcd"]
        page = [{"kind": "text", "text": "old"}, {"kind": "container", "elements": [{"kind": "list", "items": rows}]}]
        steps = [{"remove": 3}, {"remove": 1}, {"insert": 1, "row": {"id": "x"}}, {"update": 2, "row": {"id": "C"}}]
        apply([{"at": 0, "element": {"kind": "text", "text": "new"}}], page)
        apply([{"at": 1, "content": [{"at": 0, "items": steps}]}], page)
        self.assertEqual(page[0]["text"], "new")
        self.assertEqual([row["id"] for row in rows], ["a", "x", "C"])
        apply([{"elements": []}], page)
        self.assertEqual(page, [])


class OverHTTP(unittest.TestCase):
    """What holds without a browser."""

    def setUp(self) -> None:
        self.shell = WebShell()
        self.printed: str | None = None
        self.addCleanup(lambda: self.printed is None and self.shell.end())

    def test_a_guest_logs_in_and_writes_a_message_that_holds_HTML(self) -> None:
        shell = self.shell
        self.assertEqual(title_of(shell.open("app://messages/inbox")), "Log in")
        self.assertIn("&quot;Password&quot; is empty; type something", shell.fill(user="lin", password=""))
        self.assertEqual(title_of(shell.fill(user="lin", password="open'sesame")), "Messages")
        self.assertEqual(title_of(shell.choose("● wang")), "wang")
        page = shell.fill(text="<script>alert('你好')</script>\nquit")
        self.assertIn("You: &lt;script&gt;alert(&#x27;你好&#x27;)&lt;/script&gt;", page)
        self.assertNotIn("<script>alert", page)
        self.assertEqual(title_of(shell.post({"move": "back 1"})), "Messages")
        self.printed = shell.end()
        self.assertEqual(self.printed, "", "nothing of a request is logged")

    def test_all_pages_of_the_app_are_shown(self) -> None:
        rows = [
            ("app://account/centre", "User centre"), ("app://rent/list", "Homes to let"),
            ("app://rent/42", "Studio above the bookshop"), ("app://map/hangzhou", "Homes in Hangzhou"),
            ("app://newhome/qiantang-bay", "钱塘湾云邸"), ("app://secondhand/101", "永嘉路老洋房"),
            ("app://checkout/42", "Checkout"), ("app://coupons/list", "Coupons"),
            ("app://tracking/metrics", "Tracking"), ("app://help/rent", "https://m.example.com/help"),
            ("app://account/home", "Homes to let"),
        ]
        for url, title in rows:
            self.assertEqual(title_of(self.shell.open(url)), title)
        self.assertEqual(title_of(self.shell.post({"tab": "Map"})), "Map")

    def test_an_unknown_route_names_near_ones(self) -> None:
        page = self.shell.open("app://rent/lst")
        self.assertRegex(page, "did you mean .*app://rent/list")
        self.assertIn("did you mean", self.shell.get(), "a page that is read again has the error still")
        near = re.search(r'name="url" value="(app://rent/list)"[^>]*>app://rent/list</button>', page)
        page = self.shell.open(near[1])
        self.assertEqual(title_of(page), "Homes to let")
        self.assertNotIn("did you mean", page)

    def test_the_map_has_a_node_for_each_module_and_the_counts_of_routes(self) -> None:
        modules = json.loads(subprocess.run([*HOST, "--json", "modules"], capture_output=True, text=True, check=True,
                                            env=os.environ | {"HOME": self.shell.home}).stdout)["modules"]
        self.shell.open("app://rent/42")
        graph = self.shell.get("/-/map")
        self.assertEqual(graph.count('<g class="module '), len(modules))
        self.assertIn("<title>Messages requires Account</title>", graph)
        self.assertRegex(graph, r"/rent/:id&lt;int&gt;|/rent/:id")
        self.assertRegex(graph, r"1 × ≤ [\d.]+ ms")

    def test_the_map_shows_the_ways_between_the_pages_of_modules(self) -> None:
        self.assertNotIn("leads to", self.shell.get("/-/map"))
        self.assertIn("<title>Rent leads to Messages</title>", self.shell.get("/-/map/ways"))
        self.assertNotIn("leads to", self.shell.get("/-/map"))

    def test_a_change_is_an_event(self) -> None:
        with urlopen(self.shell.url + "/-/events?0", timeout=LIMIT) as events:
            self.shell.open("app://rent/list")
            self.assertEqual(events.readline(), b"data:\n")

    def test_other_sites_names_and_lines_are_refused(self) -> None:
        shell, evil = self.shell, {"url": "app://rent/list"}
        refused: list[tuple[Callable[[], str], int]] = [
            (lambda: shell.get(Host="evil.example:80"), 403), (lambda: shell.get("/none"), 404),
            (lambda: shell.get(**{"Sec-Fetch-Site": "cross-site"}), 403), (lambda: shell.get("/-/events?x"), 400),
            (lambda: shell.post(evil, **{"Content-Length": "x"}), 400),
            (lambda: shell.post(evil, Origin="http://evil.example"), 403),
            (lambda: shell.post(evil, Origin="null"), 403), (lambda: shell.post(evil, Host="evil.example"), 403),
            (lambda: shell.post(evil | {"token": "x"}), 403),
            (lambda: shell.post({"url": "x" * 70_000}), 413),
        ]
        for ask, status in refused:
            with self.assertRaises(HTTPError) as error:
                ask()
            self.assertEqual(error.exception.code, status)
            error.exception.close()
        self.assertIn("the page has changed since", shell.post({"choice": "1-0"}))
        for line in ("app://rent/list\nquit", "'; quit", "--version", "app://rent/list'\nquit\n'"):
            shell.open(line)
        self.assertNotEqual(title_of(shell.post({"move": "back 1\nquit"})), "")
        self.assertIsNone(shell.process.poll(), "no text becomes a command")


class Chromium:
    """One tab of a headless Chromium, over the pipe of its DevTools protocol."""

    def __init__(self, profile: str) -> None:
        program = shutil.which("chromium") or shutil.which("google-chrome") or sys.exit("install chromium")
        asked, self._input = os.pipe()
        self._output, told = os.pipe()
        # The protocol is spoken on the descriptors 3 and 4; a shell gives the pipes these numbers.
        command = [program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={profile}", "--disable-gpu",
                   "--disable-background-networking", "--no-first-run", "--force-color-profile=srgb"]
        command += ["--no-sandbox"] if os.geteuid() == 0 else []
        self.process = subprocess.Popen(["bash", "-c", f'exec 3<&{asked} 4>&{told} "$0" "$@"', *command],
                                        pass_fds=(asked, told), stderr=subprocess.DEVNULL)
        os.close(asked)
        os.close(told)
        self._buffer, self._count = b"", 0
        self.session: dict[str, str] = {}
        self.requests: list[str] = []
        self.errors: list[str] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = {"sessionId": self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **values: Any) -> dict[str, Any]:
        self._count += 1
        message = {"id": self._count, "method": method, "params": values} | self.session
        os.write(self._input, json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != self._count:
            self._note(answer.get("method", ""), answer.get("params", {}))
        if "navigated" in answer.get("error", {}).get("message", ""):
            return {"result": {}}
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            self._buffer += os.read(self._output, 1 << 20) or sys.exit("Chromium has ended")
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def _note(self, event: str, values: dict[str, Any]) -> None:
        if event == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif event == "Runtime.exceptionThrown" or event == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.errors.append(json.dumps(values))

    def value(self, expression: str) -> Any:
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def wait(self, expression: str) -> None:
        """Waits until an expression is true; a page that is being left has none."""
        end = time.monotonic() + LIMIT
        while not self.value(f"document.readyState == 'complete' && Boolean({expression})"):
            if time.monotonic() > end:
                raise AssertionError(f"not true in {LIMIT} s: {expression}\n{self.value('document.body.innerText')}")
            time.sleep(0.02)

    def click(self, title: str) -> None:
        found = f"[...document.querySelectorAll('button, a')].find(one => one.innerText == {json.dumps(title)})"
        self.value(f"{found}.click()")

    def type(self, name: str, text: str) -> None:
        self.value(f"document.querySelector('[name=\"{name}\"]').value = {json.dumps(text)}")

    def picture(self, name: str, width: int, height: int) -> None:
        if not PICTURES:
            return
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        Path(PICTURES, name).write_bytes(b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def end(self) -> None:
        self.ask("Browser.close") if self.process.poll() is None else None
        self.process.wait(LIMIT)


@unittest.skipUnless(HAS_BROWSER, "--browser tests this")
class InABrowser(unittest.TestCase):
    def setUp(self) -> None:
        self.shell = WebShell()
        self.addCleanup(self.shell.end)
        self.profile = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.profile, ignore_errors=True)
        self.browser = Chromium(self.profile)
        self.addCleanup(self.browser.end)
        self.browser.ask("Page.navigate", url=self.shell.url + "/")
        self.titled("No page is open")

    def titled(self, title: str) -> None:
        self.browser.wait(f"document.querySelector('h1')?.innerText == {json.dumps(title)}")

    def open(self, url: str, title: str) -> None:
        self.browser.type("url", url)
        self.browser.click("Open")
        self.titled(title)

    def log_in(self) -> None:
        self.open("app://messages/inbox", "Log in")
        self.browser.type("field.user", "lin")
        self.browser.type("field.password", "secret")
        self.browser.click("Log in")
        self.titled("Messages")

    def test_a_person_logs_in_writes_goes_back_and_sees_the_map(self) -> None:
        browser = self.browser
        self.log_in()
        browser.click("● wang")
        self.titled("wang")
        browser.type("field.text", "<b>你好</b>")
        browser.click("Write")
        browser.wait("document.querySelector('#elements').innerText.includes('You: <b>你好</b>')")
        browser.click("Messages")
        self.titled("Messages")
        for url, title in [("app://rent/list", "Homes to let"), ("app://rent/42", "Studio above the bookshop")]:
            self.open(url, title)
            browser.picture("webshell-page.png", 900, 560) if url.endswith("list") else None
        browser.click("Map")
        browser.wait("document.querySelectorAll('g.module').length")
        modules = self.shell.get("/-/map").count('<g class="module ')
        self.assertEqual(browser.value("document.querySelectorAll('g.module').length"), modules)
        browser.picture("webshell-map.png", 1480, 560)
        browser.value("search.value = 'needs-login'; search.dispatchEvent(new Event('input'))")
        self.assertLess(browser.value("document.querySelectorAll('g.module:not(.dim)').length"), modules)
        found = "[...document.querySelectorAll('g.route:not(.dim)')]"
        self.assertTrue(browser.value(f"{found}.every(route => route.textContent.includes('needs-login'))"))
        self.is_clean()

    def test_a_change_arrives_while_the_person_types(self) -> None:
        browser = self.browser
        self.log_in()
        self.open("app://messages/write?to=li", "li")
        browser.value("window.isOld = true; document.querySelector('[name=\"field.file\"]').focus()")
        browser.type("field.file", "half a na")
        self.shell.fill(text="from elsewhere")
        browser.wait("document.querySelector('#elements').innerText.includes('You: from elsewhere')")
        self.assertTrue(browser.value("window.isOld"), "the page was not loaded again")
        self.assertEqual(browser.value("document.activeElement.value"), "half a na")
        self.is_clean()

    def is_clean(self) -> None:
        self.assertEqual(self.browser.errors, [])
        own = (self.shell.url + "/", "data:", "about:")
        self.assertEqual([url for url in self.browser.requests if not url.startswith(own)], [])
        self.assertGreater(len(self.browser.requests), 5)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
