import Glibc

extension StoreChange {
    private static let folderMode: mode_t = 0o755
    /// Nobody writes to what is in the store.
    private static let fileMode: mode_t = 0o444

    /// Puts a plugin in, unless it is there already and whole.
    ///
    /// - Parameter address: that of the plugin, which takes time to compute.
    func put(
        _ bundle: PluginBundle, at address: ContentHash, host: HostIdentity
    ) throws(StoreError) -> StoreEntry {
        if let entry = storedEntry(at: address, file: bundle.main.name, host: host) { return entry }
        try perform { () throws(FileError) in
            try write(bundle)
            // What is there is damaged.
            if entries.contains("\(address)") { try entries.rename("\(address)", to: Self.outgoing) }
            try entries.rename(Self.incoming, to: "\(address)")
            try entries.synchronize()
            try entries.remove(Self.outgoing)
        }
        return StoreEntry(address: address, file: bundle.main.name)
    }

    /// Whether anything is at an address.
    func holds(_ address: ContentHash) -> Bool { entries.contains("\(address)") }

    /// Takes out what was put in by this change: nobody else can have found it yet.
    func discard(_ address: ContentHash) throws(StoreError) {
        try perform { () throws(FileError) in
            try entries.rename("\(address)", to: Self.outgoing)
            try entries.remove(Self.outgoing)
        }
    }

    /// The entry at an address, where it is what the address says; one file may have been stored by another name.
    private func storedEntry(at address: ContentHash, file: String, host: HostIdentity) -> StoreEntry? {
        guard let folder = try? entries.open("\(address)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
            let names = try? folder.names(), let stored = names.count == 1 ? names.first : file
        else { return nil }
        let entry = StoreEntry(address: address, file: stored)
        return (try? store.read(entry, host: host)) == nil ? nil : entry
    }

    private func write(_ bundle: PluginBundle) throws(FileError) {
        try entries.remove(Self.incoming)
        try entries.makeFolder(Self.incoming, mode: Self.folderMode)
        let folder = try entries.open(Self.incoming, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        for file in bundle.files {
            let copy = try folder.open(file.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try copy.write(file.bytes)
            try copy.setMode(Self.fileMode)
            try copy.synchronize()
        }
        try folder.synchronize()
    }
}
