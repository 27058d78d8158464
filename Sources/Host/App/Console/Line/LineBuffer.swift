/// The text of a line that is edited, its cursor, and the texts that were cut last. It does not depend on a terminal.
struct LineBuffer: Sendable {
    /// A movement of the cursor.
    enum Motion: Sendable {
        case back, forward, wordBack, wordForward, start, end
        /// To the space before the word.
        case blankBack

        var isBack: Bool {
            switch self {
            case .back, .wordBack, .start, .blankBack: true
            case .forward, .wordForward, .end: false
            }
        }
    }

    /// The maximum length of a line in bytes.
    static let limit = 1 << 16
    /// The maximum number of cut texts that are kept.
    private static let ringLimit = 16

    private(set) var before = ""
    private(set) var after = ""
    /// The cut texts, the newest last.
    private(set) var ring: [String]
    /// Whether the last change cut a text; the next cut then extends that text.
    private var isKilling = false
    /// The length in characters of the cut text that the last change inserted; `nil` after any other change.
    private var yanked: Int?

    init(ring: [String] = []) { self.ring = ring }

    var text: String { before + after }
    var isEmpty: Bool { before.isEmpty && after.isEmpty }

    private var room: Int { Self.limit - before.utf8.count - after.utf8.count }

    /// Returns whether the whole text can be inserted.
    func hasRoom(for text: String) -> Bool { text.utf8.count <= room }

    /// Inserts a text before the cursor, as many whole characters as fit. Returns `false` if some do not fit.
    @discardableResult
    mutating func insert(_ text: String) -> Bool {
        settle()
        var rest = room
        let isWhole = text.utf8.count <= rest
        before +=
            isWhole
            ? text[...]
            : text.prefix { character in
                rest -= character.utf8.count
                return rest >= 0
            }
        join()
        return isWhole
    }

    /// Replaces the text, and moves the cursor to its end.
    mutating func set(_ text: String) {
        settle()
        (before, after) = (text, "")
    }

    /// Replaces the last `count` characters before the cursor.
    mutating func replace(_ count: Int, with text: String) {
        before.removeLast(min(count, before.count))
        insert(text)
    }

    mutating func move(_ motion: Motion) {
        settle()
        let count = length(of: motion)
        if motion.isBack {
            after = before.suffix(count) + after
            before.removeLast(count)
        } else {
            before += after.prefix(count)
            after.removeFirst(count)
        }
    }

    mutating func delete(_ motion: Motion) {
        settle()
        remove(motion)
    }

    /// Cuts the text between the cursor and the end of a movement. Consecutive cuts are kept as one text.
    mutating func kill(_ motion: Motion) {
        let joins = isKilling
        settle()
        let text = remove(motion)
        guard !text.isEmpty else { return }
        let last = joins ? ring.popLast() ?? "" : ""
        ring = (ring + [motion.isBack ? text + last : last + text]).suffix(Self.ringLimit)
        isKilling = true
    }

    /// Inserts the text that was cut last.
    mutating func yank() {
        guard let text = ring.last, hasRoom(for: text) else { return }
        insert(text)
        yanked = text.count
    }

    /// Replaces the cut text that was just inserted with the text that was cut before it.
    mutating func yankEarlier() {
        guard let yanked, let last = ring.popLast() else { return }
        ring.insert(last, at: 0)
        before.removeLast(min(yanked, before.count))
        yank()
    }

    /// Exchanges the characters before and after the cursor; at the end of the line, the last two characters.
    mutating func transpose() {
        if after.isEmpty, before.count > 1 { move(.back) }
        guard let first = before.last, let second = after.first else { return }
        settle()
        before.removeLast()
        after.removeFirst()
        before += "\(second)\(first)"
        join()
    }

    private mutating func settle() {
        isKilling = false
        yanked = nil
    }

    @discardableResult
    private mutating func remove(_ motion: Motion) -> String {
        let count = length(of: motion)
        let text = String(motion.isBack ? before.suffix(count) : after.prefix(count))
        if motion.isBack { before.removeLast(count) } else { after.removeFirst(count) }
        join()
        return text
    }

    /// If the texts before and after the cursor join to one character, such as a letter and its accent, moves the
    /// cursor after that character.
    private mutating func join() {
        while let last = before.last, let next = after.first, "\(last)\(next)".count == 1 {
            before.append(after.removeFirst())
        }
    }

    private func length(of motion: Motion) -> Int {
        switch motion {
        case .back: min(before.count, 1)
        case .forward: min(after.count, 1)
        case .start: before.reversed().prefix { $0 != "\n" }.count
        case .end: after.prefix { $0 != "\n" }.count
        case .wordBack: Self.run(before.reversed(), Self.isInWord)
        case .wordForward: Self.run(after, Self.isInWord)
        case .blankBack: Self.run(before.reversed()) { !$0.isWhitespace }
        }
    }

    private static func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Returns the number of characters up to the end of the first word.
    private static func run(_ text: some Sequence<Character>, _ isInWord: (Character) -> Bool) -> Int {
        var (count, isInside) = (0, false)
        for character in text {
            if isInWord(character) { isInside = true } else if isInside { break }
            count += 1
        }
        return count
    }
}
