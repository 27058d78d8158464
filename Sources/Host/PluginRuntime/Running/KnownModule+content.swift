extension KnownModule {
    /// Makes sure that the files are those that were scanned: all that is loaded is read and hashed right before.
    func verifyContent() throws(LoadError) {
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
