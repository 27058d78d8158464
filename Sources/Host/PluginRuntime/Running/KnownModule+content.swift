extension KnownModule {
    /// Makes sure that the files are those that were scanned, right before they are loaded.
    ///
    /// They are read and hashed, unless the system says that nobody has touched them since they were: whoever changes a
    /// file changes the time that no program can set (Documentation/Decisions/0023).
    func verifyContent() throws(LoadError) {
        if isUntouched { return }
        var files: [BundledFile] = []
        for path in [library.path] + library.broughtLibraries { files.append(try Self.file(path)) }
        let found = PluginBundle.address(of: files)
        guard found == content else {
            if source == .store {
                let fault = StoreFault.changed(path: library.path, found: found, expected: content)
                throw .installed(fault, module: name)
            }
            throw .content(path: library.path, found: found, expected: content)
        }
    }

    private var isUntouched: Bool {
        let files = [library.path] + library.broughtLibraries
        return files.count == identities.count && zip(files, identities).allSatisfy { FileIdentity(at: $0) == $1 }
    }

    private static func file(_ path: String) throws(LoadError) -> BundledFile {
        let folder: CheckedFolder
        do {
            folder = try CheckedFolder.open(Path.folder(of: path))
        } catch {
            throw .file(.unreadable(path, code: error.code))
        }
        do {
            return try BundledFile(try folder.file(Path.name(of: path)))
        } catch {
            throw .file(error)
        }
    }
}
