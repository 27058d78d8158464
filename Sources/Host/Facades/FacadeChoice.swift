@_spi(Host) import ModuleKit

/// The enumeration for a parameter that is one of some texts.
struct FacadeChoice: Sendable {
    let name: String
    let parameter: FacadeParameter
    private let texts: [String]

    /// Names of members that every enumeration has or that are none.
    private static let reserved: Set<String> = ["allCases", "deinit", "hashValue", "rawValue", "self"]

    /// The parameter's enumeration, or `nil` for a parameter of another kind.
    ///
    /// - Parameter taken: the names that are in use, to which its own is added.
    init?(_ parameter: FacadeParameter, of method: String, taken: inout Set<String>) {
        guard case .alternatives(let texts) = parameter.kind else { return nil }
        self.parameter = parameter
        self.texts = texts
        let base = SwiftName.upperCamel([method, parameter.label], head: "Choice")
        name = SwiftName.free(base) { [taken] in !taken.contains($0) }
        taken.insert(name)
    }

    /// `case flat` or `case value2 = "2"` for each text, in the order of the pattern.
    var cases: [String] {
        var seen: Set<[UInt8]> = []
        var names: Set<String> = []
        return texts.filter { seen.insert(Array($0.utf8)).inserted }.map { text in
            let words = SwiftName.words(text)
            let base = words.isEmpty ? "value" : SwiftName.lowerCamel(words, head: "value")
            let name = SwiftName.free(Self.reserved.contains(base) ? base + "Value" : base) { !names.contains($0) }
            names.insert(name)
            let isSame = name.utf8.elementsEqual(text.utf8)
            return "case " + SwiftName.escaped(name) + (isSame ? "" : " = " + SwiftText.literal(text))
        }
    }
}
