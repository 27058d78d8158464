/// What few nodes have beside literals and a plain parameter.
struct TrieBranch: BitwiseCopyable {
    /// Its children behind parameters with a type or text around them, the most specific first.
    var firstChild: UInt32 = 0
    var childCount: UInt32 = 0
    /// The number of the first pattern whose wildcard begins here, plus 1.
    var wildcard: UInt32 = 0
    /// The patterns whose optional groups begin here.
    var firstGroup: UInt32 = 0
    var groupCount: UInt32 = 0

    var children: Range<Int> { Int(firstChild)..<Int(firstChild) + Int(childCount) }
    var groups: Range<Int> { Int(firstGroup)..<Int(firstGroup) + Int(groupCount) }
}

/// A child behind a parameter.
struct TrieChild: BitwiseCopyable {
    var parameter: UInt32
    var child: TrieReference
}
