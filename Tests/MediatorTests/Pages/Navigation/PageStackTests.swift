@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The stack` {
    /// The commands in short, and the titles of the stack after them; `!` marks a refusal of the last command.
    static let rows: [(commands: String, stack: String)] = [
        ("push:A", "A"),
        ("push:A push:B", "A B"),
        ("push:A push:B pop", "A"),
        ("push:A pop", "A !"),
        ("pop", "!"),
        ("popToRoot", "!"),
        ("dismiss", "!"),
        ("push:A dismiss", "A !"),
        ("push:A present:L", "A L"),
        ("push:A present:L pop", "A L !"),
        ("push:A present:L dismiss", "A"),
        ("push:A present:L push:M dismiss", "A"),
        ("push:A present:L push:M pop", "A L"),
        ("push:A present:L present:M dismiss", "A L"),
        ("push:A push:B push:C popToRoot", "A"),
        ("push:A present:L push:M push:N popToRoot", "A L"),
        ("push:A push:B replace:C", "A C"),
        ("replace:A", "A"),
        ("push:A present:L replace:M dismiss", "A"),
        ("push:A web:https://w", "A https://w"),
        ("push:A web:https://w pop", "A"),
        ("present:L dismiss", ""),
        ("push:A push:B root:C", "C"),
        ("push:A present:L root:C pop", "C !"),
        ("root:A", "A"),
        ("push:A popTo:https://w", "A !"),
        ("popTo:https://w", "!"),
        ("web:https://w/1 push:A push:B popTo:https://w/1", "https://w/1"),
        ("web:https://w/1 push:A popTo:HTTPS://W/1/", "https://w/1"),
        ("web:https://w/1 web:https://w/1 push:A popTo:https://w/1", "https://w/1 https://w/1"),
        ("web:https://w/1 popTo:https://w/1", "https://w/1"),
        ("web:https://w/1 present:L push:A popTo:https://w/1", "https://w/1 L A !"),
        ("push:A present:L web:https://w/1 push:B popTo:https://w/1", "A L https://w/1"),
        ("back:1", "!"),
        ("push:A back:1", "A !"),
        ("push:A push:B back:1", "A"),
        ("push:A push:B push:C back:2", "A"),
        ("push:A push:B back:2", "A B !"),
        ("push:A push:B back:0", "A B !"),
        ("push:A push:B back:-1", "A B !"),
        ("push:A present:L back:1", "A"),
        ("push:A present:L push:B back:2", "A"),
        ("present:L push:B back:2", ""),
        ("present:L back:2", "L !"),
        ("forward:1", "!"),
        ("push:A push:B pop forward:1", "A B"),
        ("push:A push:B pop forward:2", "A !"),
        ("push:A push:B pop forward:0", "A !"),
        ("push:A push:B push:C popToRoot forward:1", "A B"),
        ("push:A push:B push:C popToRoot forward:2", "A B C"),
        ("push:A push:B push:C back:2 forward:1 pop forward:2", "A B C"),
        ("push:A push:B pop push:C forward:1", "A C !"),
        ("push:A push:B pop replace:C forward:1", "C !"),
        ("push:A push:B pop root:C forward:1", "C !"),
        ("push:A present:L push:M pop dismiss forward:1", "A !"),
        ("push:A present:L push:M back:2 forward:1", "A !"),
        ("tabs:X,Y", "X:"),
        ("tabs:", "!"),
        ("tabs:X,X", "!"),
        ("tab:X", "!"),
        ("push:A tabs:X,Y push:B tab:Y push:C tab:X", "X: B"),
        ("tabs:X,Y push:B tab:Z", "X: B !"),
        ("tabs:X,Y push:B push:C pop tab:Y push:D tab:X forward:1", "X: B C"),
        ("tabs:X,Y push:B tab:Y pop", "Y: !"),
        ("tabs:X,Y push:B tab:X", "X: B"),
        ("tabs:X,Y push:B tabs:Z", "Z:"),
        ("push:A push:B+push:C", "A B C"),
        ("push:A push:B+pop+pop", "A !"),
        ("push:A popToRoot+push:B", "A B"),
    ]

    @Test(arguments: rows) func `commands change the stack, or are refused`(_ row: (commands: String, stack: String)) {
        var stack = PageStack()
        var refused = false
        for word in row.commands.split(separator: " ") {
            let feedback = stack.apply(Self.command(word), for: nil, results: PageResults())
            if case .refused = feedback.outcome { refused = true } else { refused = false }
            #expect(feedback.stack == stack.entries)
        }
        let tab = stack.tab.map { ["\($0.name):"] } ?? []
        let found = tab + stack.entries.map(\.title) + (refused ? ["!"] : [])
        #expect(found.joined(separator: " ") == row.stack)
    }

    private static func command(_ word: Substring) -> NavigationCommand {
        let commands = word.split(separator: "+")
        if commands.count > 1 { return .sequence(commands.map(command)) }
        let parts = word.split(separator: ":", maxSplits: 1)
        let title = String(parts.last ?? "")
        let page = title.hasSuffix("?") ? Page(title) {}.asking(title) : Page(title) {}
        switch parts[0] {
        case "push": return .push(page)
        case "present": return .present(page)
        case "replace": return .replace(page)
        case "web": return .web(url: RouteURL(String(parts[1])))
        case "root": return .root(page)
        case "popTo": return .popTo(url: RouteURL(String(parts[1])))
        case "back": return .back(Int(parts[1]) ?? 0)
        case "forward": return .forward(Int(parts[1]) ?? 0)
        case "tabs": return .tabs((parts.dropFirst().first ?? "").split(separator: ",").map(tab))
        case "tab": return .tab(String(parts[1]))
        case "pop": return .pop
        case "popToRoot": return .popToRoot
        default: return .dismiss(value: nil)
        }
    }

    private static func tab(_ name: Substring) -> Tab { Tab(String(name), url: "app://tab/\(name)") }

    /// Commands, and the beginning of the last one's refusal.
    static let refusals: [(commands: String, says: String)] = [
        ("popTo:app://x", "no page is open; open a URL first"),
        (
            "web:https://w web:https://v popTo:app://x",
            "no open page has the URL app://x; open it, or go back to https://w"
        ),
        (
            "web:https://w present:L popTo:https://w",
            "https://w is under \"L\", which was presented; dismiss that first"
        ),
        ("push:A push:B back:5", "there is 1 page to go back to, not 5; go back 1"),
        ("push:A back:5", "there is no page to go back to; open a URL"),
        ("push:A back:0", "0 is not a number of pages; give 1 or more"),
        ("forward:1", "there is no page to go forward to; open a URL"),
        ("push:A push:B pop forward:3", "3 pages forward is too far; go 1 at most"),
        ("tab:X", "there are no tabs; open a URL that shows some"),
        ("tabs:X,Y tab:Z", "no tab is named \"Z\"; choose \"X\", \"Y\""),
        ("tabs:", "the tabs are invalid: there are none; give one or more"),
        ("tabs:X,X", "the tabs are invalid: two are named \"X\"; give each its own name"),
    ]

    @Test(arguments: refusals) func `a refusal of the stack names the reason and the remedy`(
        _ row: (commands: String, says: String)
    ) throws {
        var stack = PageStack()
        var last: Feedback?
        for word in row.commands.split(separator: " ") {
            last = stack.apply(Self.command(word), for: nil, results: PageResults())
        }
        guard case .refused(let reason) = last?.outcome else {
            Issue.record("not refused: \(String(describing: last))")
            return
        }
        #expect(reason.hasPrefix(row.says), "\(reason)")
    }

    /// Commands, and the URL to open after the last one.
    static let nexts: [(commands: String, next: RouteURL?)] = [
        ("tabs:X,Y", "app://tab/X"),
        ("tabs:X,Y tab:Y", "app://tab/Y"),
        ("tabs:X,Y push:A tab:Y push:B tab:X", nil),
        ("tabs:X,Y push:A tab:X", nil),
        ("tabs:X,Y present:L dismiss", nil),
        ("push:A tabs:X,Y+tab:Y", "app://tab/Y"),
        ("push:A", nil),
    ]

    @Test(arguments: nexts) func `the stack names the first page of a tab without pages`(
        _ row: (commands: String, next: RouteURL?)
    ) {
        var stack = PageStack()
        var last: Feedback?
        for word in row.commands.split(separator: " ") {
            last = stack.apply(Self.command(word), for: nil, results: PageResults())
        }
        #expect(last?.next == row.next)
        #expect(last?.tab == stack.tab?.name)
    }

    /// Pages, which ask if their titles end with `?`, a command, and the questions.
    static let questions: [(commands: String, last: NavigationCommand, asked: [String])] = [
        ("push:A push:B?", .pop, ["B?"]),
        ("push:A push:B?", .back(1), ["B?"]),
        ("push:A push:B? push:C?", .popToRoot, ["C?", "B?"]),
        ("push:A push:B? push:C", .pop, []),
        ("push:A? push:B", .pop, []),
        ("push:A?", .push(Page("B") {}), []),
        ("push:A?", .present(Page("B") {}), []),
        ("push:A?", .replace(Page("B") {}), ["A?"]),
        ("push:A? push:B?", .root(Page("C") {}), ["B?", "A?"]),
        ("push:A present:B?", .dismiss(value: nil), ["B?"]),
        ("push:A present:B?", .dismiss(value: Payload(1)), []),
        ("push:A present:B? push:C?", .dismiss(value: Payload(1)), ["C?"]),
        ("tabs:X,Y push:A? tab:Y push:B?", .tab("X"), []),
        ("tabs:X,Y push:A? tab:Y push:B?", .tabs([Tab("Z", url: "app://z")]), ["A?", "B?"]),
        ("push:A push:B?", NavigationCommand.unasked(.pop), []),
        ("push:A push:B?", NavigationCommand.unasked(.unasked(.pop)), []),
        ("push:A push:B? push:C?", .sequence([NavigationCommand.unasked(.pop), .pop]), ["B?"]),
        ("push:A push:B?", .back(2), []),
        ("push:A push:B?", .sequence([.pop, .pop]), []),
        ("push:A push:B? pop", .forward(1), []),
    ]

    @Test(arguments: questions) func `the stack lists the questions of the pages that a command leaves`(
        _ row: (commands: String, last: NavigationCommand, asked: [String])
    ) {
        var stack = PageStack()
        for word in row.commands.split(separator: " ") {
            _ = stack.apply(Self.command(word), for: nil, results: PageResults())
        }
        #expect(stack.questions(before: row.last) == row.asked)
    }
}
