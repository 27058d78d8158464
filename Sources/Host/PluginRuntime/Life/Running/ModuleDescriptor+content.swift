import Platform

extension ModuleDescriptor {
    /// Checks immediately before a load that the files have the content that was scanned.
    ///
    /// The files are read and hashed, unless their times show that they are unchanged: a program that changes a file
    /// also changes a time that no program can set (Documentation/Decisions/0023).
    ///
    /// - Returns: the identities of the files, the library first, for detecting a replaced file.
    @discardableResult
    func verifyContent() throws(PluginProblem) -> [FileIdentity] {
        for path in library.outsideFiles {
            try LibraryFolders.checkRules(of: path, neededBy: library.path)
        }
        if try isUntouched() { return identities }
        var files: [PluginFile] = []
        for path in library.files {
            files.append(try PluginFile(try CheckedLibraries.file(at: path)))
        }
        let found = PluginBundle.address(of: files)
        guard found == content else {
            if source == .store {
                throw PluginProblem.changed(library.path, found: found, expected: content).ofInstalled(name)
            }
            throw .content(path: library.path, found: found, expected: content)
        }
        return files.map(\.identity)
    }

    /// Whether the files are unchanged since they were hashed. Throws if another user could replace them before they
    /// are opened.
    private func isUntouched() throws(PluginProblem) -> Bool {
        let files = library.files
        guard files.count == identities.count else { return false }
        for (path, identity) in zip(files, identities) {
            guard try Self.status(path).identity == identity else { return false }
        }
        return true
    }

    private static func status(_ path: String) throws(PluginProblem) -> FileStatus {
        if let status = SecurePath.status(of: path) { return status }
        return try CheckedLibraries.file(at: path).status
    }

}
