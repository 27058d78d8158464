import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The file with the records of one module.
struct DatabaseFile: Sendable {
    private static let name = "records.sqlite"

    let folder: ModuleFolder
    let notices: NoticeLog

    var path: String { "\(folder.path)/\(Self.name)" }

    /// Makes an empty file if there is none, for the user alone, and returns its path without links.
    ///
    /// An existing file is not opened: closing it would end the locks of other connections of this process.
    func make() throws(StorageError) -> String {
        let path = "\(try folder.make())/\(Self.name)"
        do {
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                try setAside(reason: "it is a folder in place of a file")
            }
            if lstat(path, &status) == 0 {
                let kind = FileKind(mode: status.st_mode)
                guard kind == .regular, status.st_uid == geteuid() else {
                    throw StorageError.inaccessible(
                        path: path, reason: "it is \(kind.rawValue) of user \(status.st_uid)")
                }
            } else {
                _ = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o600)
            }
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(error, path: path)
        }
        return path
    }

    /// Renames the file, with those in which SQLite keeps its last changes.
    func setAside(reason: String) throws(StorageError) {
        try notices.setAside(path, suffixes: ["-wal", "-shm", "-journal"], reason: reason)
    }
}
