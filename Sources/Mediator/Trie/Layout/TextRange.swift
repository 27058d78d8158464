/// Where a text stands among a frozen trie's texts, in bytes.
struct TextRange: BitwiseCopyable, Equatable {
    var start: UInt32 = 0
    var count: UInt32 = 0
}
