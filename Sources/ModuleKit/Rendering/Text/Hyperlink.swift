/// Hyperlinks on terminals (OSC 8), as "Hyperlinks in Terminal Emulators" describes them:
/// https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda.
enum Hyperlink {
    /// The maximum length of an address, in bytes; terminals ignore longer links.
    private static let limit = 2_083

    /// Returns the address of a web page in printable ASCII; `nil` for other URLs and other text.
    static func address(of url: String) -> String? {
        let lower = url.prefix(8).lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://"),
            !url.unicodeScalars.contains(where: { $0 == " " || $0 == "\t" || PlainText.isUnsafe($0) })
        else { return nil }
        let address = url.utf8.map { byte -> String in
            guard byte >= 0x80 else { return String(UnicodeScalar(byte)) }
            return "%" + String(byte, radix: 16, uppercase: true)
        }.joined()
        return address.utf8.count <= limit ? address : nil
    }

    /// Returns a text with a hyperlink to an address; the link does not change the text's width.
    static func text(_ text: String, to address: String) -> String {
        "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }
}
