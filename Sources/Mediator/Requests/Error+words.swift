import FoundationEssentials
import Glibc

@_spi(Host) extension Error {
    /// The error as a part of a sentence for people.
    ///
    /// For a coding error, the text names the place of the value. For an error of Foundation, the text has the error's
    /// message and path, without the domain, the code and other details.
    public var inWords: String {
        switch self as any Error {
        case DecodingError.keyNotFound(let key, let context):
            "\"\(Self.path(context.codingPath + [key]))\" is missing"
        case DecodingError.typeMismatch(let type, let context):
            "\"\(Self.path(context.codingPath))\" is not "
                + "\(Self.kind(ScalarTypes.type(for: type)?.expectation ?? "\(type)"))"
        case DecodingError.valueNotFound(let type, let context):
            "\"\(Self.path(context.codingPath))\" is null where \(type) is needed"
        case DecodingError.dataCorrupted(let context):
            context.codingPath.isEmpty
                ? Self.reason(context.debugDescription)
                : "\"\(Self.path(context.codingPath))\": \(Self.reason(context.debugDescription))"
        case EncodingError.invalidValue(_, let context):
            Self.reason(context.debugDescription)
        default: foundationWords ?? String(describing: self)
        }
    }

    private var foundationWords: String? {
        // The SDK does not link Foundation, but a module may. An `NSError` of Foundation is recognised by its text.
        let form = #/Error Domain=(.*?) Code=(-?[0-9]+) "(.*?)"(?:UserInfo=\{(.*)\})?/#.dotMatchesNewlines()
        let text = String(describing: self)
        let (cocoa, raw) = (
            self as? CocoaError, text.hasPrefix("Error Domain=") ? text.wholeMatch(of: form)?.output : nil
        )
        let posix = self as? POSIXError ?? cocoa?.userInfo["NSUnderlyingError"] as? POSIXError
        guard raw != nil || cocoa != nil || posix != nil else { return nil }
        let facts = ", \(raw?.4 ?? "")".split(separator: ", NS")
        let fact = { (key: String) in facts.first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) } }
        let quoted = raw.map { $0.3 == "(null)" ? "error \($0.2) of \($0.1)" : String($0.3) }
        let system = posix.map { String(cString: strerror($0.code.rawValue)) }
        let known = fact("LocalizedDescription=") ?? quoted ?? system
        let sentence = Self.reason(known ?? "error \(cocoa?.code.rawValue ?? 0) of Foundation")
        let path = cocoa?.userInfo["NSFilePath"] as? String ?? fact("FilePath=")
        return path.map { "\(sentence): \($0)" } ?? sentence
    }

    /// Returns the library's text without its full stop, because the text becomes a part of a sentence.
    private static func reason(_ text: String) -> String {
        if text == "The given data was not valid JSON." { return "it is not JSON" }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private static func kind(_ type: String) -> String {
        type.hasPrefix("Dictionary<") ? "a JSON object" : type.hasPrefix("Array<") ? "a list" : "of type \(type)"
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "the value" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
