@_spi(Host) import ModuleKit

/// The editor of the lines that the user types at a terminal.
struct LineEditor: Sendable {
    /// The longest pause between an escape and the rest of its sequence, in milliseconds.
    private static let pause: CInt = 50
    private static let motions: [Key: LineBuffer.Motion] = [
        .left: .back, .control("b"): .back, .right: .forward, .control("f"): .forward,
        .home: .start, .control("a"): .start, .end: .end, .control("e"): .end,
        .wordLeft: .wordBack, .alt("b"): .wordBack, .wordRight: .wordForward, .alt("f"): .wordForward,
    ]
    private static let kills: [Key: LineBuffer.Motion] = [
        .control("k"): .end, .control("u"): .start, .control("w"): .blankBack,
        .alt("d"): .wordForward, .alt("\u{7F}"): .wordBack, .alt("\u{8}"): .wordBack,
    ]

    let terminal: any Terminal
    private let assistant: any LineAssistant
    private let usesColour: Bool
    private var history: LineHistory
    private var keys = KeyReader()
    /// The remaining lines of a paste, which the next calls of `read` return.
    private var pasted: [String] = []
    private var ring: [String] = []
    /// The line that is being typed.
    private var typing = Typing(LineRequest(prompt: ""), ring: [])

    /// Creates an editor. With `usesColour`, it colours the prompt, and shows the probable rest of a line in grey.
    init(_ terminal: any Terminal, history: LineHistory, assistant: any LineAssistant, usesColour: Bool) {
        self.terminal = terminal
        self.history = history
        self.assistant = assistant
        self.usesColour = usesColour
    }

    /// Reads a line, and blocks the calling thread until the line is complete.
    mutating func read(_ request: LineRequest) -> LineEvent {
        keys.feed(terminal.begin())
        defer { terminal.end() }
        begin(request)
        show()
        if typing.isPasted { return finish(.line(line())) }
        while true {
            while let key = keys.next() {
                if let event = take(key) { return finish(event) }
            }
            show()
            switch terminal.wait(milliseconds: keys.awaitsPause ? Self.pause : -1) {
            case .bytes(let bytes): keys.feed(bytes)
            case .pause: if let key = keys.pause(), let event = take(key) { return finish(event) }
            case .changed(let isLost):
                if isLost, let key = keys.endPaste(), let event = take(key) { return finish(event) }
                show(isLost ? .lost : nil)
            case .interrupted: return finish(.interrupted)
            case .end: return finish(.end)
            }
        }
    }

    /// Drops the remaining lines of a paste.
    mutating func forgetPaste() { pasted = [] }

    private mutating func begin(_ request: LineRequest) {
        typing = Typing(request, ring: ring)
        if isCommand {
            history.refresh()
            assistant.prepare()
        }
        guard !pasted.isEmpty else { return }
        let line = pasted.removeFirst()
        // A pasted line that does not fit runs only after the user presses Enter.
        typing.isPasted = insert(line)
    }

    private var isCommand: Bool { typing.request.purpose == .command }

    private mutating func finish(_ event: LineEvent) -> LineEvent {
        typing.list = []
        keys.endPaste()
        if !typing.request.isSecret { ring = typing.buffer.ring }
        if case .line = event {} else { pasted = [] }
        typing.isDone = true
        show()
        terminal.finish()
        if case .line(let line) = event, isCommand { history.add(assistant.keptForm(of: line)) }
        return event
    }

    /// Shows the current line.
    private func show(_ repaints: Repaint? = nil) { terminal.show(view, repaints: repaints) }

    private var view: LineView {
        let (request, buffer) = (typing.request, typing.request.isSecret ? LineBuffer() : typing.buffer)
        let search = typing.isDone ? nil : typing.search.map { "(search) \($0.text): " }
        return LineView(
            prompt: search ?? request.prompt, before: buffer.before, after: buffer.after, hint: hint ?? "",
            below: typing.list, usesColour: usesColour, in: terminal.window)
    }

    /// The probable rest of the line.
    private var hint: String? {
        let buffer = typing.buffer
        guard usesColour, isCommand, !typing.isDone, typing.search == nil, typing.list.isEmpty, buffer.after.isEmpty,
            !buffer.isEmpty,
            !buffer.before.contains("\n")
        else { return nil }
        return history.hint(after: buffer.before) ?? assistant.hint(after: buffer.before)
    }
}

/// The effect of keys.
extension LineEditor {
    /// The line that is being typed, and the state of its recall, search and completion.
    private struct Typing: Sendable {
        var request: LineRequest
        var buffer: LineBuffer
        /// The index of the history line that the user recalled; `nil` if none is recalled.
        var recalled: Int?
        /// The text that the user typed before recalling a line of the history.
        var draft = ""
        var search: Search?
        /// The rows with choices below the line.
        var list: [String] = []
        var wasTab = false
        /// Whether the line comes from a paste that the user has already confirmed with Enter.
        var isPasted = false
        var isDone = false

        init(_ request: LineRequest, ring: [String]) {
            self.request = request
            buffer = LineBuffer(ring: ring)
        }
    }

    private struct Search: Sendable {
        var text = ""
        var place: Int
        let draft: String
    }

    private mutating func take(_ key: Key) -> LineEvent? {
        if typing.search != nil, searches(key) { return nil }
        typing.search = nil
        let wasTab = typing.wasTab
        (typing.list, typing.wasTab) = ([], false)
        switch key {
        case .enter: return .line(line())
        case .control("c"): return .interrupted
        case .control("d") where typing.buffer.isEmpty: return .end
        case .tab: complete(again: wasTab)
        case .text(let text): insert(text)
        case .paste(let text): if isCommand { paste(text) } else { insert(text.replacing("\n", with: " ")) }
        case .up, .control("p"): recall(-1)
        case .down, .control("n"): recall(1)
        case .control("r") where isCommand:
            typing.search = Search(place: history.lines.count, draft: typing.buffer.text)
        case .control("l"): show(.cleared)
        default: edit(key)
        }
        return nil
    }

    private mutating func edit(_ key: Key) {
        if let motion = Self.motions[key] {
            if motion == .forward || motion == .end, let hint { insert(hint) } else { typing.buffer.move(motion) }
        } else if let motion = Self.kills[key] {
            typing.buffer.kill(motion)
        } else {
            switch key {
            case .backspace: typing.buffer.delete(.back)
            case .delete, .control("d"): typing.buffer.delete(.forward)
            case .control("y"): typing.buffer.yank()
            case .alt("y"): typing.buffer.yankEarlier()
            case .control("t"): typing.buffer.transpose()
            default: break
            }
        }
    }

    /// Inserts as much of a text as fits. If a part does not fit, rings the bell and returns `false`.
    @discardableResult
    private mutating func insert(_ text: String) -> Bool {
        let isWhole = typing.buffer.insert(text)
        if !isWhole { terminal.ring() }
        return isWhole
    }

    /// Inserts a pasted text. If there is no room for all of it, inserts only its first line; the next calls of `read`
    /// return the other lines.
    private mutating func paste(_ text: String) {
        if pasted.isEmpty, typing.buffer.hasRoom(for: text) {
            typing.buffer.insert(text)
            return
        }
        let lines = Self.lines(text)
        // A long paste arrives in parts, so this part may continue the last line of the previous part.
        if let last = pasted.popLast() { pasted.append(last + lines[0]) } else { insert(lines[0]) }
        pasted += lines.dropFirst()
        if !pasted.isEmpty { typing.list = ["… \(pasted.count) more lines"] }
    }

    /// Returns the first line of the text; the next calls of `read` return the other lines.
    private mutating func line() -> String {
        let lines = Self.lines(typing.buffer.text)
        pasted = lines.dropFirst() + pasted
        if lines.count > 1 { typing.buffer.set(lines[0]) }
        return lines[0]
    }

    /// Returns the lines of a text, at least one.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private mutating func recall(_ step: Int) {
        let lines = history.lines
        let place = (typing.recalled ?? lines.count) + step
        guard isCommand, (0...lines.count).contains(place) else { return terminal.ring() }
        if typing.recalled == nil { typing.draft = typing.buffer.text }
        typing.recalled = place == lines.count ? nil : place
        typing.buffer.set(place == lines.count ? typing.draft : lines[place])
    }

    /// Applies a key to the search in the history. Returns `false` if the key ends the search and has its usual effect.
    private mutating func searches(_ key: Key) -> Bool {
        guard let search = typing.search else { return false }
        let count = history.lines.count
        switch key {
        case .text(let text), .paste(let text): find(search.text + text, before: min(search.place + 1, count))
        case .backspace:
            typing.search?.place = count
            find(String(search.text.dropLast()), before: count)
        case .control("r"): find(search.text, before: search.place)
        case .control("g"), .escape:
            typing.buffer.set(search.draft)
            typing.search = nil
        default: return false
        }
        return true
    }

    private mutating func find(_ text: String, before end: Int) {
        typing.search?.text = text
        guard let place = history.place(of: text, before: end) else { return text.isEmpty ? () : terminal.ring() }
        typing.search?.place = place
        typing.buffer.set(history.lines[place])
    }

    /// Completes the word before the cursor as far as all choices agree. If Tab is pressed `again`, lists the choices.
    private mutating func complete(again: Bool) {
        let (request, before) = (typing.request, typing.buffer.before)
        guard !request.isSecret else { return }
        let found = isCommand ? assistant.completion(of: before) : .words(request.words, of: before)
        let word = before.suffix(found.length)
        typing.wasTab = true
        if found.choices.count == 1, let choice = found.choices.first, let text = choice.text {
            let blank = choice.isWhole && typing.buffer.after.first?.isWhitespace != true ? " " : ""
            typing.buffer.replace(found.length, with: text + blank)
        } else if let common = found.common, common.count > word.count {
            typing.buffer.replace(found.length, with: common)
        } else if again, !found.choices.isEmpty {
            typing.list = found.list(in: terminal.window)
        } else {
            terminal.ring()
        }
    }
}
