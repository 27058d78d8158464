import Foundation

/// The repository's files, found from the path of the tests' sources.
enum Checkout {
    /// The root's path.
    static let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL.path(percentEncoded: false).replacing(/\/$/, with: "")

    /// The in-tree modules, in alphabetical order.
    static let modules = folders(in: "Sources/Modules")

    /// The Swift files below a folder of the root, sorted.
    static func swiftFiles(below folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: "\(path)/\(folder)")?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(path)/\(folder)/\($0)" }
    }

    /// The folders in a folder of the root.
    static func folders(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
    }
}
