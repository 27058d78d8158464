extension StoreChange {
    /// Removes the entries that are neither installed nor copies of a searched file as it is now.
    ///
    /// Nothing is removed while another host runs: it may still open what it found at its start. The next change after
    /// its end makes up for that.
    ///
    /// - Parameters:
    ///   - use: the use of the store by this process, if it runs modules itself.
    ///   - found: what this process is about to open.
    func prune(use: StoreUse? = nil, keeping found: Set<ContentHash> = []) throws(StoreError) {
        var searched = searchedFiles()
        if searched.forgetChanged() { try write(searched) }
        let kept = Set(try lock().modules.map(\.entry.address) + searched.entries.map(\.address)).union(found)
        guard let use = use ?? StoreUse(of: entries) else { return }
        try perform { () throws(FileError) in
            try use.ifAlone { () throws(FileError) in
                for name in try entries.names() {
                    guard let address = ContentHash(name), !kept.contains(address) else { continue }
                    try entries.rename(name, to: Self.outgoing)
                    try entries.remove(Self.outgoing)
                }
            }
        }
    }

    /// The searched files whose copies are in the store; none where the list is not there or cannot be read.
    func searchedFiles() -> SearchedFiles {
        guard let file = try? File.bytes(at: "\(store.entries)/\(SearchedFiles.fileName)") else {
            return SearchedFiles()
        }
        return SearchedFiles(file)
    }

    /// Replaces the list of searched files, in one step.
    func write(_ files: SearchedFiles) throws(StoreError) {
        try perform { () throws(FileError) in try entries.replaceFile(SearchedFiles.fileName, with: files.bytes()) }
    }
}
