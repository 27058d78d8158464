/// Looks once at every number in a trie's memory that comes from outside, so that no look-up has to.
///
/// After it, every place lies in its part, every hash table has a free place, every tail ends, and everything that can be
/// reached is reached in one way only. So the memory is a forest: a look-up never leaves it, never goes round in it, and
/// visits no node twice.
struct TrieValidator {
    let layout: TrieLayout
    /// What somebody leads to already, for each element of a part.
    var seenNodes: [Bool]
    var seenPatterns: [Bool]
    var seenBranches: [Bool]
    var seenChildren: [Bool]
    var seenGroups: [Bool]
    /// Where tails begin, and what they are.
    var tails: [Int: TailKind] = [:]

    /// What a reference to a tail may ask of it.
    enum TailKind {
        case any
        case beginsWithLiteral
        /// Nothing but one literal.
        case rest
    }

    /// - Throws: the first fault.
    static func validate(_ layout: TrieLayout) throws(TrieFault) {
        var validator = TrieValidator(layout)
        try validator.validateTexts()
        try validator.validatePatterns()
        try validator.validateTails()
        try validator.validateGroups()
        try validator.validateRoots()
        try validator.validateNodes()
        try validator.validateBranches()
    }

    private init(_ layout: TrieLayout) {
        self.layout = layout
        seenNodes = Array(repeating: false, count: layout.nodes.count)
        seenPatterns = Array(repeating: false, count: layout.patterns.count)
        seenBranches = Array(repeating: false, count: layout.branches.count)
        seenChildren = Array(repeating: false, count: layout.children.count)
        seenGroups = Array(repeating: false, count: layout.groups.count)
    }

    func require(_ isRight: Bool, _ part: String, _ element: Int) throws(TrieFault) {
        guard isRight else { throw TrieFault(part: part, element: element) }
    }

    /// Takes an element for the first and only time; `number` is its place plus 1, and 0 is none.
    func claim(_ number: UInt32, in seen: inout [Bool], _ part: String, _ element: Int) throws(TrieFault) {
        guard number != 0 else { return }
        try require(Int(number) <= seen.count && !seen[Int(number) - 1], part, element)
        seen[Int(number) - 1] = true
    }

    func isText(_ range: TextRange) -> Bool { Int(range.start) + Int(range.count) <= layout.texts.count }

    static func isPart(_ first: UInt32, _ count: UInt32, of total: Int) -> Bool { Int(first) + Int(count) <= total }

    /// A node that nobody else leads to, or a tail of some kind.
    mutating func claim(
        _ reference: TrieReference, tail kind: TailKind = .any, _ part: String, _ element: Int
    ) throws(TrieFault) {
        guard reference.isTail else {
            let number = reference.number
            try require(reference.value == UInt32(number) && number > 0, part, element)
            try require(number < seenNodes.count && !seenNodes[number], part, element)
            seenNodes[number] = true
            return
        }
        // A tail is forgotten once it is claimed.
        let found = tails.removeValue(forKey: reference.number)
        let isRight =
            switch kind {
            case .any: found != nil
            case .beginsWithLiteral: found == .beginsWithLiteral || found == .rest
            case .rest: found == .rest
            }
        try require(isRight && reference.isRest == (kind == .rest), part, element)
    }
}
