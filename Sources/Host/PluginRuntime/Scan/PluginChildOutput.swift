import Glibc

/// Where a plugin's process reports to: its standard output, which the plugin itself cannot reach any more.
struct PluginChildOutput {
    private let descriptor: CInt

    /// Takes standard output away from whatever runs in this process; what is printed goes to standard error.
    init() {
        descriptor = dup(STDOUT_FILENO)
        dup2(STDERR_FILENO, STDOUT_FILENO)
    }

    /// Reports a value as one line of JSON; tells whether it was written.
    func report(_ value: some Encodable) -> Bool {
        guard let line = try? JSONText.encode(value) + "\n" else { return false }
        let bytes = Array(line.utf8)
        return write(descriptor, bytes, bytes.count) == bytes.count
    }
}
