/// One fault of a plugin: its field, and what was found and expected.
package struct Finding: Sendable, Equatable, Encodable {
    /// The part of a plugin, of its surroundings or of its life that a finding is about; people and programs read its raw value.
    package enum Field: String, Sendable, Encodable {
        // The file, before any of its code runs.
        case kind
        case elfClass = "class"
        case byteOrder = "byte order"
        case machine
        case type
        case entryPoint = "entry"
        case contract
        case sdk = "SDK"
        case toolchain
        case libraries
        // Its surroundings.
        case access
        case content
        case file
        case folder
        case store
        case lock
        case loader
        // Other modules.
        case name
        case types
        case library
        case requires
        case routes
        case install
        // Its life.
        case scan
        case crash
        case state
        case make
        case start
        case stop

        /// Whether the fault may be mended without a change of the plugin's file, such as by the permissions of a folder.
        var dependsOnSurroundings: Bool {
            switch self {
            case .access, .content, .file, .folder, .store, .lock, .loader, .start: true
            default: false
            }
        }

        /// Whether a sentence names the field: the text of other findings names its subject itself.
        fileprivate var isNamedInSentences: Bool {
            switch self {
            case .elfClass, .byteOrder, .machine, .type, .entryPoint, .contract, .sdk, .toolchain, .libraries,
                .access, .requires:
                true
            default: false
            }
        }
    }

    package let field: Field
    let text: String
    /// The remedy of this finding; `nil` if the problem has one remedy for all findings.
    private(set) var remedy: String?

    private enum CodingKeys: String, CodingKey { case field, text }

    init(_ field: Field, _ text: String) {
        self.field = field
        self.text = text
    }

    init(_ field: Field, found: String, expected: String, remedy: String) {
        let isContract = field == .contract
        self.init(field, "found \(found), \(isContract ? "this host speaks" : "expected") \(expected)")
        self.remedy = remedy
    }

    var clause: String {
        if field == .requires { return "\(field.rawValue) \(text)" }
        return field.isNamedInSentences ? "\(field.rawValue): \(text)" : text
    }
}
