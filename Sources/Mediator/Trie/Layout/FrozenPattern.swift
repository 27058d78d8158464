/// What a frozen trie keeps of a pattern beside its way through the trie.
struct FrozenPattern: BitwiseCopyable {
    /// The pattern as it was written.
    var text: TextRange
    var firstName: UInt32
    var nameCount: UInt32
    var firstType: UInt32
    var typeCount: UInt32
    /// The higher one goes first.
    var priority: Int64
    /// The number of another pattern of the same shape, plus 1.
    var next: UInt32
    /// 1 for a wildcard that may be empty.
    var allowsNone: UInt32

    var names: Range<Int> { Int(firstName)..<Int(firstName) + Int(nameCount) }
    var types: Range<Int> { Int(firstType)..<Int(firstType) + Int(typeCount) }
}
