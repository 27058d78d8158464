import Glibc

/// Texts as the null-terminated array of C strings that the system's calls take.
final class CStringArray {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { (text: String) in strdup(text) } + [nil]
    }

    deinit { pointers.forEach { free($0) } }
}
