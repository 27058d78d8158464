/// One place in a node's hash table of literals.
struct TrieSlot: BitwiseCopyable {
    /// A part of the hash, so that few other literals are compared.
    var tag: UInt32 = 0
    /// Where the literal leads, which knows the literal's text; `none` in a free place.
    var child = TrieReference.none
}
