import FoundationEssentials
@_spi(Host) import ModuleKit

/// What a module declares, as it is at hand.
enum ManifestSource: Sendable {
    case manifest(Manifest)
    /// JSON that nobody has read yet.
    case json(ArraySlice<UInt8>)

    /// `nil` where the bytes are none.
    var manifest: Manifest? {
        switch self {
        case .manifest(let manifest): manifest
        case .json(let bytes): try? JSONDecoder().decode(Manifest.self, from: Data(bytes))
        }
    }

    /// The manifest as JSON.
    var bytes: [UInt8] {
        switch self {
        // It is made of texts and numbers, which JSON can always say.
        case .manifest(let manifest): (try? JSONEncoder().encode(manifest)).map(Array.init) ?? []
        case .json(let bytes): Array(bytes)
        }
    }
}
