import FoundationEssentials
import ModuleKit

extension Page {
    /// An image that was sent, in words.
    static func image(_ image: Image) -> Page {
        Page(image.name) {
            Field("Size", "\(image.bytes.count) bytes")
        }
    }
}
