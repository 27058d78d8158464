/// A segment of a pattern in the syntax of another router, which the parser refuses with an error that contains the
/// equivalent in this language.
struct ForeignForm {
    let instead: String

    /// Recognises the syntax of a segment, given as the text up to the next slash; `nil` if it has no foreign syntax.
    ///
    /// Without this check, the parser would refuse the segment with a misleading reason, or would misunderstand it.
    init?(_ text: Substring) {
        switch true {
        // Flask, Django: <id>, <int:id>
        case text.hasPrefix("<") && text.hasSuffix(">"): instead = Self.named(text, typeFirst: true)
        // OpenAPI, ASP.NET, Hummingbird: {id}, {id:int}, {id?}, {*path}
        case text.hasPrefix("{") && text.hasSuffix("}"): instead = Self.named(text, typeFirst: false)
        // Next.js: [id], [...path], [[...path]]
        case text.hasPrefix("[") && text.hasSuffix("]"): instead = Self.named(text, typeFirst: false)
        default:
            guard let form = Self.afterName(text) else { return nil }
            instead = form
        }
    }

    /// Returns the equivalent of a name in brackets, possibly with a type, or marked as a wildcard or as optional.
    private static func named(_ text: Substring, typeFirst: Bool) -> String {
        let isOptional = text.contains("?") || text.hasPrefix("[[")
        let parts = text.split(separator: ":").map { $0.filter { $0.isLetter || $0.isNumber || $0 == "_" } }
        let name = (typeFirst ? parts.last : parts.first) ?? "name"
        let type = parts.count < 2 ? "" : typeFirst ? parts[0] : parts[1]
        if text.contains("*") || text.contains("...") || type == "path" { return "*" + name + (isOptional ? "?" : "") }
        let known = ["int": "int", "uuid": "uuid", "guid": "uuid", "float": "double", "double": "double"]
        return isOptional ? "(/:\(name))" : ":" + name + (known[type].map { "<\($0)>" } ?? "")
    }

    /// Returns the equivalent of a mark after a name (`:id?`, `:id(\d+)`, `:path+`, `:path*`), or of a `(.:format)`.
    private static func afterName(_ text: Substring) -> String? {
        if let group = text.firstRange(of: "(.:") {
            let name = text[group.upperBound...].prefix { $0 != ")" }
            return "two patterns, one of which ends with .:\(name) instead of the group"
        }
        // A regular expression would be compiled at run time, which takes as long as parsing 500 patterns.
        let name = text.drop { $0 != ":" }.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        if name.isEmpty { return nil }
        let mark = text[name.endIndex...]
        switch mark {
        case "?": return "(/:\(name)), with the slash in the group"
        case "+": return "*\(name)"
        case "*": return "*\(name)?"
        case _ where mark.hasPrefix("(") && !mark.hasPrefix("(/"):
            return mark.contains("d") ? ":\(name)<int>" : ":\(name)<one(a,b)>, or a type of the module"
        default: return nil
        }
    }
}
