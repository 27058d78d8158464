import FoundationEssentials

@testable import Messages

extension Image {
    /// An image of so many bytes.
    static func sized(_ count: Int) -> Image { Image(name: "cat.png", bytes: Data(count: count)) }
}
