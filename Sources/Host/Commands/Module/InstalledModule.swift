/// An installed module, as `module` shows it.
struct InstalledModule: Encodable {
    let name: String
    let version: String
    /// The SHA-256 of what is in the store.
    let sha256: String
    let source: String
    /// Whether it was installed before the command ran.
    let wasThere: Bool

    private enum CodingKeys: String, CodingKey {
        case name, version, sha256, source
        case wasThere = "was_there"
    }

    init(_ module: LockedModule, wasThere: Bool) {
        name = module.name
        version = module.version
        sha256 = "\(module.hash)"
        source = module.source
        self.wasThere = wasThere
    }

    /// One line for people.
    var text: String {
        let words = wasThere ? "is installed already" : "was installed"
        return PlainText.line("\(name) \(version) \(words) from \(source) with SHA-256 \(sha256)")
    }
}
