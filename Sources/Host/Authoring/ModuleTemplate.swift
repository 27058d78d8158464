/// The files of a new module's package, as they are in `Template`, with names in place of `{{…}}`.
struct ModuleTemplate {
    let name: ModuleName
    /// The path of the SDK's sources, as the package writes it.
    let sdk: String

    /// The files' paths in the package, and what is in them.
    var files: [(path: String, text: String)] {
        let name = name.text
        return [
            ("Package.swift", PackageResources.Package_swift_txt),
            ("Sources/\(name)/\(name)Module.swift", PackageResources.Module_swift_txt),
            ("Sources/\(name)/Page+welcome.swift", PackageResources.Page_swift_txt),
            ("Tests/\(name)Tests/\(name)Tests.swift", PackageResources.Tests_swift_txt),
            ("README.md", PackageResources.README_md_txt),
            (".github/workflows/test.yml", PackageResources.workflow_yml_txt),
            (".gitignore", PackageResources.gitignore_txt),
        ].map { path, bytes in (path, filledIn(bytes)) }
    }

    private func filledIn(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
            .replacing("{{NAME}}", with: name.text).replacing("{{PATH}}", with: name.path)
            .replacing("{{SDK}}", with: sdk.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))
    }
}
