/// The node that the patterns of a scheme and host hang on; both texts are in lower case, and empty for none.
struct TrieRoot: BitwiseCopyable {
    var scheme: TextRange
    var host: TextRange
    var node: TrieReference
}
