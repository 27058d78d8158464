@_spi(Host) import ModuleTesting
import Testing

/// A module with settings that a host may change.
private struct LetterModule: Module {
    struct Settings: Codable {
        var city = "Shanghai"
        var limit: UInt8 = 10
        var tags: [String] = []
        var server = Server()
        var token: Token?
    }

    /// A type with an error that contains the value.
    struct Token: Codable {
        let text: String

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            if text.hasPrefix("secret") { throw Unfit(description: "\"\(text)\" is no token; take another") }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    struct Unfit: Error, CustomStringConvertible { let description: String }

    struct Server: Codable {
        var host = "localhost"
        var port = 80
    }

    static let info = ModuleInfo("Letter", "1.0", "Letters of a city").settings(Settings(), sensitive: "token")

    let settings: Settings

    init(context: ModuleContext) throws { settings = try context.configuration(as: Settings.self) }

    var routes: [Route] { Call("/letter/limit") { _ in settings.limit } }

    var text: String {
        let server = "\(settings.server.host):\(settings.server.port)"
        return "\(settings.city) \(settings.limit) \(settings.tags) \(server) \(settings.token?.text ?? "none")"
    }
}

/// A module that reads settings that it does not declare.
private struct ForgetfulModule: Module {
    static let info = ModuleInfo("Forgetful", "1.0", "Forgets")
    init(context: ModuleContext) throws { _ = try context.configuration(as: LetterModule.Settings.self) }
    var routes: [Route] { [] }
}

@Suite(.timeLimit(.minutes(2))) struct `The settings of a module` {
    private static func file(_ name: String, _ json: String) -> GivenSetting {
        GivenSetting(name, (try? JSONValue(document: Array(json.utf8))) ?? .null, from: "config.json, line 3")
    }

    private static func option(_ name: String, _ text: String) -> GivenSetting {
        GivenSetting(name, .string(text), from: "--set", isText: true)
    }

    /// The given values, and the module's settings or the error.
    static let rows: [(given: [GivenSetting], result: String)] = [
        ([], "Shanghai 10 [] localhost:80 none"),
        ([file("city", #""Beijing""#)], "Beijing 10 [] localhost:80 none"),
        ([option("city", "")], " 10 [] localhost:80 none"),
        ([option("limit", "5")], "Shanghai 5 [] localhost:80 none"),
        ([file("limit", "1"), option("limit", "2"), option("limit", "3")], "Shanghai 3 [] localhost:80 none"),
        ([option("tags", "a")], #"Shanghai 10 ["a"] localhost:80 none"#),
        ([file("tags", #"["c"]"#)], #"Shanghai 10 ["c"] localhost:80 none"#),
        ([file("server", #"{"host":"a"}"#), option("server.port", "8080")], "Shanghai 10 [] a:8080 none"),
        (
            [file("server", "null"), option("server.port", "8080")],
            #"config.json, line 3: "Letter.server.host" is missing"#
        ),
        ([option("token", "hush")], "Shanghai 10 [] localhost:80 hush"),
        ([option("token", "hush"), file("token", "null")], "Shanghai 10 [] localhost:80 none"),
        ([file("limit", #""5""#)], #"config.json, line 3: "Letter.limit" is "5"; write a whole number (0 to 255)"#),
        ([option("limit", "many")], #"--set: "Letter.limit" is "many"; write a whole number (0 to 255)"#),
        ([option("limit", "256")], #"--set: "Letter.limit" is "256"; write a smaller number (0 to 255)"#),
        ([file("city", "5")], #"config.json, line 3: "Letter.city" is 5; write a text"#),
        ([file("city", "null")], #"config.json, line 3: "Letter.city" is null; write a text"#),
        ([file("token", "[5]")], #"config.json, line 3: "Letter.token" is ***; write a text"#),
        (
            [option("token", "secret-1")],
            #"--set: "Letter.token" is ***; it is refused: the type does not accept it"#
        ),
        (
            [file("token", #""secret-2""#), option("city.name", "x")],
            #"--set: "Letter.city" is missing; write a text; config.json, line 3: "Letter.token" is ***; it is refused"#
        ),
        ([option("server.port", "x")], #"--set: "Letter.server.port" is "x"; write a whole number"#),
        ([option("city.name", "x")], #"--set: "Letter.city" is missing; write a text"#),
        ([file("tags", #"["a",1]"#)], #"config.json, line 3: "Letter.tags.1" is 1; write a text"#),
        (
            [file("city", "5"), option("limit", "x")],
            #"config.json, line 3: "Letter.city" is 5; write a text; --set: "Letter.limit" is "x"; write a whole"#
        ),
    ]

    @Test(arguments: rows.indices)
    func `given values replace defaults, and an invalid value is an error that names its source`(
        index: Int
    ) throws {
        let (given, expected) = Self.rows[index]
        let context = ModuleContext(
            name: "Letter", mediator: Switchboard(navigator: RecordingNavigator()), settings: given)
        do {
            let module = try ModuleFactory(LetterModule.self).module(context: context)
            #expect((module as? LetterModule)?.text == expected)
        } catch {
            #expect(error is SettingsError)
            #expect("\(error)".hasPrefix(expected), "\(error)")
            #expect(!"\(error)".contains("secret"), "\(error)")
        }
    }

    @Test func `a test passes settings to a harness`() async throws {
        let letter = try await ModuleHarness(LetterModule.self, settings: ["limit": 3, "server": ["host": "a"]])
        #expect(try await letter.call("app://letter/limit", as: Int.self) == 3)
        #expect(letter.module.text == "Shanghai 3 [] a:80 none")
    }

    @Test(arguments: [
        (["citty": "Beijing"], #"settings of the test: "Letter.citty" is not a setting; did you mean "city"?"#),
        (["x": "Beijing"], #""Letter.x" is not a setting; Letter has city, limit, server, tags, token"#),
        (["limit": "many"], #"settings of the test: "Letter.limit" is "many"; write a whole number (0 to 255)"#),
    ])
    func `a test fails if it gives an unknown or invalid setting`(
        settings: [String: String], text: String
    ) async throws {
        let error = await #expect(throws: SettingsError.self) {
            _ = try await ModuleHarness(LetterModule.self, settings: settings)
        }
        #expect(error.map { "\($0)".contains(text) } == true, "\(String(describing: error))")
    }

    @Test func `defaults that cannot be JSON end the process with a message`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ModuleInfo("Endless", "1.0", "Has no end").settings(["limit": Double.infinity])
        }
        let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(errors.contains("Endless's settings: "), "\(errors)")
    }

    @Test func `reading undeclared settings is an error that names the remedy`() async throws {
        let error = await #expect(throws: SettingsError.self) { _ = try await ModuleHarness(ForgetfulModule.self) }
        #expect(
            error?.description
                == "Forgetful declares no settings; add `.settings(Settings())` to its ModuleInfo")
    }
}
