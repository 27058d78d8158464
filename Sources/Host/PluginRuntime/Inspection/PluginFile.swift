import Platform

/// Reads the files of plugins.
enum PluginFile {
    /// Returns the whole content; opening neither follows a link in the last place nor waits for another process.
    static func bytes(at path: String, followingLinks: Bool = false) throws(PluginFileError) -> [UInt8] {
        do {
            return try PlainFile.bytes(at: path, followingLinks: followingLinks)
        } catch {
            throw .unread(error)
        }
    }
}

extension CheckedFolder {
    /// Opens a plugin's file in the folder, which nobody but the user and root could have written.
    func plugin(_ name: String) throws(PluginFileError) -> CheckedFile {
        do {
            return try file(name)
        } catch {
            throw .unread(error)
        }
    }
}

extension CheckedFile {
    /// Makes sure that the file begins as a library does, before all of it is read.
    func checkIsELF() throws(PluginFileError) {
        let beginning: [UInt8]
        do {
            beginning = try self.beginning(16)
        } catch {
            throw .unread(error)
        }
        guard beginning.starts(with: ELFHeader.magic) else { throw .notELF(path, beginning: beginning) }
    }
}
