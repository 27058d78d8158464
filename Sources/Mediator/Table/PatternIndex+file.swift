extension PatternIndex {
    /// The table as bytes, to be part of a file of somebody else's; its own checksum is among them.
    public var bytes: [UInt8] { TrieFile.bytes(of: trie.memory) }

    /// Reads a table from the bytes of one, wherever they come from: they are copied and validated.
    public init(bytes: UnsafeRawBufferPointer, ownHosts: Set<String> = []) throws(TableFileError) {
        self.init(FrozenTrie(try TrieFile.memory(from: bytes)), ownHosts: ownHosts)
    }

    /// Reads a table from bytes that `bytes` gave and that somebody else's checksum vouches for: they are copied, and no
    /// number among them is looked at.
    public init(vouchedFor bytes: UnsafeRawBufferPointer, ownHosts: Set<String> = []) throws(TableFileError) {
        self.init(FrozenTrie(try TrieFile.memory(from: bytes, isVouchedFor: true)), ownHosts: ownHosts)
    }

    /// Writes the index to a file, whole or not at all: a file of that name is replaced.
    ///
    /// - Throws: `TableFileError.system` with the call that failed.
    public func write(to path: String) throws(TableFileError) { try TrieFile(path).write(trie.memory) }

    /// Reads an index from a file that `write(to:)` made; look-ups in it are the same as in the one that was written.
    ///
    /// Linear in the file's size: the checksum and every number in it are looked at once, so that a damaged or hostile
    /// file is an error and never a wrong step later. The file may be changed or deleted afterwards.
    ///
    /// - Parameter ownHosts: the web hosts for which patterns without a scheme answer, which are not in the file.
    /// - Throws: `TableFileError` that says what was found, what was expected, and what to do.
    public init(contentsOf path: String, ownHosts: Set<String> = []) throws(TableFileError) {
        self.init(FrozenTrie(try TrieFile(path).read()), ownHosts: ownHosts)
    }
}
