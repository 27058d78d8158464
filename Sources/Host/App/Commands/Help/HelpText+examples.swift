extension HelpText {
    /// Example lines for the shell, keyed by the command's name. Examples about homes need the demo app, `--demo`.
    static let examples: [String: [(line: String, about: String)]] = [
        "open": [
            ("open app://rent/42", "show the page of a home"),
            ("open app://rent/42 --plan", "show what would happen on the stack"),
        ],
        "call": [
            ("call app://rent/search --body '{\"city\":\"Beijing\"}'", "ask for homes in Beijing"),
            ("call app://rent/search --body '{}' --trace", "also show the stages of the call"),
        ],
        "fleet": [("fleet", "list the hosts of the fleet, and what they serve")],
        "serve": [("serve Rent Map", "answer other hosts for two modules")],
        "can-open": [("can-open app://rent/list", "show whether a route would answer")],
        "resolve": [("resolve app://rent/42 --explain", "show which routes match, and why one is taken")],
        "match": [("match /rent/:id /rent/list --url app://rent/list", "show which of two patterns is taken")],
        "trace": [("trace on", "show the stages of all requests from now on")],
        "back": [("back", "leave the page on top"), ("back 2", "leave two pages")],
        "forward": [("forward", "return to the page that was left")],
        "show": [("show", "show the page on top as it is now")],
        "refresh": [("refresh", "draw the page again after a reload of its module")],
        "more": [("more", "show the rest of a long page")],
        "stack": [("stack", "list the open pages")],
        "history": [("history", "list the pages that were shown")],
        "tab": [("tab", "list the tabs")],
        "perform": [
            ("perform '{\"command\":\"back\",\"count\":2}'", "leave two pages, as JSON"),
            ("perform popToRoot", "return to the first page"),
        ],
        "stats": [("stats", "show which routes were asked, how often, and how long they took")],
        "config": [("config show", "list the settings in force")],
        "doctor": [("doctor", "check the environment of the host")],
        "clear": [("clear", "clear the terminal")],
        "routes": [
            ("routes Rent", "list the routes of a module"),
            ("routes --label needs-login", "list the routes that need a login"),
        ],
        "contract check": [
            ("contract check Contracts/Checkout.json", "report which test stubs are out of date")
        ],
        "contract review": [
            ("contract review Contracts/Checkout.json", "record the present answers after you accept them")
        ],
        "contract who": [
            ("contract who app://rent/search", "list who asks a route before you change it"),
            ("contract who event coupons.redeemed --field discount", "list who reads a field of an event"),
        ],
        "modules": [("modules", "list the modules found, and why some do not run")],
        "module install": [
            ("module install libTicker.so", "copy a library into the store, and start it"),
            ("module install --yes libTicker.so", "replace the installed build"),
            ("module install --isolated libTicker.so", "run it in its own process from the first start on"),
        ],
        "module uninstall": [("module uninstall Ticker", "remove the module from the store")],
        "module trust": [("module trust Ticker", "accept the file as it is now")],
        "module verify": [("module verify", "check all files of the store")],
        "module isolate": [
            ("module isolate Rent", "run the module in its own process"),
            ("module isolate Rent --off", "run the module in the host's process again"),
        ],
        "module enable": [("module enable Rent", "run a disabled module again")],
        "module disable": [("module disable Rent", "do not run the module, now and later")],
        "module start": [("module start Rent", "load the module before it is needed")],
        "module stop": [("module stop Rent", "stop the module until it is started again")],
        "module reload": [("module reload Rent", "run the module's file as it is now")],
        "module why": [("module why Rent", "show why the module does not run")],
        "module info": [("module info Rent", "show the version, routes and requirements of the module")],
        "module new": [("module new Garden", "write a package with a module into this folder")],
        "module check": [("module check libTicker.so", "check a library before it is installed")],
        "watch": [("watch plugins", "run the modules in the folder, and follow its changes")],
        "remote status": [("remote status", "show the cache and the errors of each remote")],
        "remote flush": [("remote flush", "ask the remotes again")],
        "crawl": [
            ("crawl", "check all pages that lead from the app's first ones"),
            ("crawl app://account/centre --without-each", "also list what fails only without one of the modules"),
            ("crawl --as login.txt --submit", "log in first, and perform actions and forms with samples"),
        ],
        "send": [("send app://rent/42", "open it in the running shell, as a link from outside")],
        "link install": [
            ("link install myapp", "links of myapp: open in the shell; try `xdg-open myapp://rent/42`")
        ],
        "link remove": [("link remove myapp", "links of myapp: no longer open in the shell")],
        "link status": [("link status", "show which shell receives links")],
        "completions": [("completions bash", "write the script; load it with source <(…)")],
        "record": [("record session.jsonl", "record the typed lines from now on")],
        "replay": [("replay session.jsonl", "repeat a recording, and compare")],
        "sdk": [
            ("sdk path", "print where the SDK's sources are"),
            ("sdk path --modules", "print where the built SDK is"),
        ],
        "help": [("help module install", "show the usage of the command")],
        "version": [("version", "print the versions")],
    ]
}
