/// An open plain file that nobody but the user and root could have written.
struct CheckedFile: ~Copyable {
    let name: String
    let path: String
    let status: FileStatus
    private let descriptor: Descriptor

    init(name: String, path: String, status: FileStatus, _ descriptor: consuming Descriptor) {
        self.name = name
        self.path = path
        self.status = status
        self.descriptor = descriptor
    }

    /// Whether somebody may change the content without the file's times saying so: whoever has it open for writing, or
    /// mapped.
    var hasWriters: Bool { FileWriters.exist(ofOpen: descriptor.number) }

    /// The whole content of the file that was checked.
    func bytes() throws(PluginFileError) -> [UInt8] {
        try PluginFile.bytes(of: descriptor, path: path, size: status.size)
    }
}
