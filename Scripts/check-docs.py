#!/usr/bin/env python3
"""Reads the reference of Scripts/docs.sh in headless Chromium: the page of `Open`, and the search for `ViewModel`.

Usage: check-docs.py        serves .build on loopback: the reference is below the path /docs
"""
import json
import re
import shutil
import sys
import tempfile
import unittest
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

sys.dont_write_bytecode = True
CHECKOUT = Path(__file__).parent.parent
sys.path.insert(0, str(CHECKOUT / "Examples/WebShell"))
from test_webshell import Chromium  # noqa: E402


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Logs nothing: the browser reports a missing file."""


class Reference(unittest.TestCase):
    def setUp(self) -> None:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=CHECKOUT / ".build"))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        Thread(target=server.serve_forever).start()
        self.site = f"http://127.0.0.1:{server.server_port}/docs/"
        profile = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, profile, ignore_errors=True)
        self.browser = Chromium(profile)
        self.addCleanup(self.browser.end)
        self.browser.ask("Emulation.setDeviceMetricsOverride", width=1300, height=900, deviceScaleFactor=1, mobile=False)

    def show(self, path: str, title: str) -> None:
        self.browser.ask("Page.navigate", url=self.site + path)
        self.titled(title)

    def titled(self, title: str) -> None:
        self.browser.wait(f"document.querySelector('h1')?.innerText == {json.dumps(title)}")

    def click(self, found: str) -> None:
        """Clicks the element of an expression when it is there."""
        self.browser.wait(found)
        self.browser.value(f"{found}.click()")

    def enter(self, field: str, text: str) -> None:
        self.browser.wait(f"document.querySelector('{field}')")
        self.browser.value(f"document.querySelector('{field}').focus()")
        self.browser.ask("Input.insertText", text=text)

    def is_clean(self) -> None:
        self.assertEqual(self.browser.errors, [])
        self.assertEqual([url for url in self.browser.requests if not url.startswith((self.site, "data:"))], [])

    def test_the_page_of_open_has_its_declaration_and_summary(self) -> None:
        source = (CHECKOUT / "Sources/ModuleKit/Routes/Open.swift").read_text()
        summary = re.search(r"^/// (.+)$", source, re.MULTILINE)[1]
        self.show("documentation/modulekit/open/", "Open")
        self.browser.wait(f"document.body.innerText.includes({json.dumps(summary)})")
        self.assertEqual(self.browser.value("document.querySelector('.declaration').innerText.trim()"), "struct Open")
        self.is_clean()

    def test_a_search_on_the_first_page_finds_ViewModel(self) -> None:
        self.show("", "Switchboard SDK")
        self.click("document.querySelector('.quick-navigation-open')")
        self.enter(".quick-navigation input", "ViewModel")
        self.click("document.querySelector('.quick-navigation__reference')")
        self.titled("ViewModel")
        self.is_clean()

    def test_the_filter_of_the_list_finds_ViewModel(self) -> None:
        self.show("", "Switchboard SDK")
        self.enter(".navigator-filter input", "ViewModel")
        self.click("[...document.querySelectorAll('.navigator a')].find(one => one.innerText == 'ViewModel')")
        self.titled("ViewModel")
        self.is_clean()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
