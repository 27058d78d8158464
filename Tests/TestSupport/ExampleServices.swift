import Foundation

/// The answers of the demonstration's web services, which nginx and `--demo` also serve.
public enum ExampleServices {
    /// The folder with a folder for each service.
    private static let folder: URL = {
        var parent = URL(filePath: #filePath)
        while parent.path() != "/" {
            parent.deleteLastPathComponent()
            let folder = parent.appending(path: "Examples/RemoteServer/services")
            if FileManager.default.fileExists(atPath: folder.path()) { return folder }
        }
        return parent
    }()

    /// Returns the answer of a service to a path, as JSON.
    public static func answer(of service: String, to path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: "\(service)/\(path).json")))
    }
}
