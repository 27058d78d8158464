/// A line of the shell as an example of a command, which the tests run.
struct Example {
    let line: String
    let about: String

    private init(_ line: String, _ about: String) { (self.line, self.about) = (line, about) }

    /// The examples by the names of commands; those about homes are of the demonstration app, `--demo`.
    static let table: [String: [Example]] = [
        "open": [
            Example("open app://rent/42", "show the page of a home"),
            Example("open app://rent/42 --plan", "show what would happen on the stack"),
        ],
        "call": [
            Example("call app://rent/search --body '{\"city\":\"Beijing\"}'", "ask for homes in Beijing"),
            Example("call app://rent/search --body '{}' --trace", "show the stages of the call too"),
        ],
        "can-open": [Example("can-open app://rent/list", "would that have an answer?")],
        "resolve": [Example("resolve app://rent/42 --explain", "which routes match, and why one is taken")],
        "match": [Example("match /rent/:id /rent/list --url app://rent/list", "which of two patterns is taken")],
        "trace": [Example("trace on", "show the stages of all requests from now on")],
        "back": [Example("back", "leave the page on top"), Example("back 2", "leave two pages")],
        "forward": [Example("forward", "return to the page that was left")],
        "show": [Example("show", "show the page on top as it is now")],
        "refresh": [Example("refresh", "have it made anew, after a reload of its module")],
        "more": [Example("more", "show the rest of a long page")],
        "stack": [Example("stack", "list the open pages")],
        "history": [Example("history", "list the pages that were shown")],
        "tab": [Example("tab", "list the tabs")],
        "perform": [
            Example("perform '{\"command\":\"back\",\"count\":2}'", "leave two pages, as JSON"),
            Example("perform popToRoot", "return to the first page"),
        ],
        "stats": [Example("stats", "which routes were asked, how often, and how long they took")],
        "config": [Example("config show", "list the settings in force")],
        "doctor": [Example("doctor", "see whether something around the host needs a cure")],
        "clear": [Example("clear", "clear the terminal")],
        "routes": [
            Example("routes Rent", "list the routes of a module"),
            Example("routes --label needs-login", "list the routes that need a login"),
        ],
        "modules": [Example("modules", "list what was found, and why some of it does not run")],
        "module install": [Example("module install libTicker.so", "copy a library into the store, and start it")],
        "module uninstall": [Example("module uninstall Ticker", "remove it from the store")],
        "module trust": [Example("module trust Ticker", "take the file as it is now")],
        "module verify": [Example("module verify", "check all files of the store")],
        "module isolate": [
            Example("module isolate Rent", "run it in a process of its own"),
            Example("module isolate Rent --off", "run it in the host's process again"),
        ],
        "module enable": [Example("module enable Rent", "run it again")],
        "module disable": [Example("module disable Rent", "do not run it, now and later")],
        "module start": [Example("module start Rent", "load it before it is needed")],
        "module stop": [Example("module stop Rent", "stop it until it is started again")],
        "module reload": [Example("module reload Rent", "run its file as it is now")],
        "module why": [Example("module why Rent", "why it does not run")],
        "module info": [Example("module info Rent", "its version, routes and requirements")],
        "module new": [Example("module new Garden", "write a package with a module into this folder")],
        "module check": [Example("module check libTicker.so", "check a library before it is installed")],
        "watch": [Example("watch plugins", "run what is put into the folder from now on")],
        "remote status": [Example("remote status", "show the cache and the errors of each remote")],
        "remote flush": [Example("remote flush", "ask the remotes anew")],
        "send": [Example("send app://rent/42", "open it in the running shell, as a link from elsewhere")],
        "link install": [
            Example("link install myapp", "links of myapp: open in the shell; try `xdg-open myapp://rent/42`")
        ],
        "link remove": [Example("link remove myapp", "and no more")],
        "link status": [Example("link status", "which shells receive links")],
        "completions": [Example("completions bash", "write the script; load it with source <(…)")],
        "record": [Example("record session.jsonl", "write down what is typed from now on")],
        "replay": [Example("replay session.jsonl", "do it again, and compare")],
        "sdk": [
            Example("sdk path", "where the SDK's sources are"),
            Example("sdk path --modules", "where the SDK is as it was built"),
        ],
        "help": [Example("help module install", "show one command")],
        "version": [Example("version", "print the versions")],
    ]
}
