import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Versions` {
    @Test(arguments: [("1", "1.0.0"), ("1.2", "1.2.0"), ("1.2.3", "1.2.3"), ("0.0.0", "0.0.0")])
    func `a version is parsed`(_ text: String, _ written: String) throws {
        #expect(try #require(Version(parsing: text)).description == written)
    }

    @Test(arguments: ["", "1.", ".1", "1.2.3.4", "-1", "+1", "1.x", "1 ", "99999999999999999999"])
    func `a text of another form is not a version`(_ text: String) { #expect(Version(parsing: text) == nil) }

    @Test func `versions are ordered by their numbers`() {
        #expect(
            [Version(1, 10), Version(1, 9), Version(2), Version(1, 9, 1)].sorted().map(\.description)
                == ["1.9.0", "1.9.1", "1.10.0", "2.0.0"])
    }

    @Test func `a requirement includes its lower version and excludes its upper version`() {
        let requirement = Requirement("Account", "1.2"..<"2.0")
        #expect(requirement.versions.contains(Version(1, 2)))
        #expect(requirement.versions.contains(Version(1, 99, 99)))
        #expect(!requirement.versions.contains(Version(1, 1, 9)))
        #expect(!requirement.versions.contains(Version(2)))
        #expect("\(requirement)" == "Account [1.2.0,2.0.0)")
    }
}
