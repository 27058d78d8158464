/// One node of a frozen trie: what may follow a beginning that patterns share. Half a cache line.
///
/// Of its literal ways on there are two kinds. A rest is all that is left of a pattern that has nothing but literals from
/// here on; it is found by one hash over all that is left of the path. Any other pattern goes on by its next `span`
/// literals at once. The masks of depths say for each way after how many segments some pattern ends there
/// (`DepthMask`), so that most ways that lead nowhere are not begun.
struct TrieNode: BitwiseCopyable {
    /// The literals that lead here, joined by slashes.
    var text: UInt32 = 0
    var textLength: UInt16 = 0
    /// How many segments its literal edges take.
    var span: UInt8 = 0
    /// How many segments its plain parameters take, one after the other.
    var plainSpan: UInt8 = 0
    var restDepths = DepthMask()
    var literalDepths = DepthMask()
    var plainDepths = DepthMask()
    /// The number of slots is a power of two; this is its exponent.
    var slotBits: UInt8 = 0
    /// 1 where optional groups begin here, so that `TrieSearch` decides.
    var groups: UInt8 = 0
    /// The first of its slots.
    var slots: UInt32 = 0
    /// The number of the first pattern that ends here, plus 1.
    var end: UInt32 = 0
    /// Where plain parameters lead.
    var plain = TrieReference.none
    /// The number of its branch, plus 1.
    var branch: UInt32 = 0
}
