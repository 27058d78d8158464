import Glibc

/// Makes the store's folders.
enum StoreFolder {
    /// Only the user looks into what the host makes, as the XDG Base Directory Specification has it.
    private static let mode: mode_t = 0o700

    /// The store's folder, open; what is missing of it is made, but not what must be there already.
    static func open(_ store: ModuleStore) throws(FileError) -> CheckedFolder {
        _ = try Descriptor(opening: store.ground, Descriptor.placeOnly | O_DIRECTORY)
        var path = ""
        for part in store.entries.split(separator: "/") {
            path += "/" + part
            guard mkdir(path, mode) == 0 || errno == EEXIST else { throw FileError(code: errno) }
        }
        return try CheckedFolder.open(store.folder)
    }
}
