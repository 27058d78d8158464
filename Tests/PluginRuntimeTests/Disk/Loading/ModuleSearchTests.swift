import Platform
import TestSupport
import Testing

@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `The search for modules` {
    static let rows: [(options: [String], environment: [String: String], folders: [String])] = [
        ([], [:], ["/bin"]),
        (["/a", "/b/"], [:], ["/a", "/b", "/bin"]),
        (["/a/../c/./d"], [:], ["/c/d", "/bin"]),
        (["/a", "/b", "/a/", "/bin"], [:], ["/a", "/b", "/bin"]),
        ([], ["SWITCHBOARD_MODULE_PATH": "/x:/y"], ["/x", "/y", "/bin"]),
        ([], ["SWITCHBOARD_MODULE_PATH": ":relative::/y:"], ["relative", "/y", "/bin"]),
        ([], ["XDG_DATA_HOME": "/data"], ["/data/switchboard/store", "/data/switchboard/modules", "/bin"]),
        (
            [], ["XDG_DATA_HOME": "data", "HOME": "/home/lin"],
            ["/home/lin/.local/share/switchboard/store", "/home/lin/.local/share/switchboard/modules", "/bin"]
        ),
        (
            ["/data/switchboard/store"], ["XDG_DATA_HOME": "/data"],
            ["/data/switchboard/store", "/data/switchboard/store", "/data/switchboard/modules", "/bin"]
        ),
        ([], ["HOME": "home"], ["/bin"]),
        (
            ["/a"], ["SWITCHBOARD_MODULE_PATH": "/x", "HOME": "/h"],
            ["/a", "/x", "/h/.local/share/switchboard/store", "/h/.local/share/switchboard/modules", "/bin"]
        ),
    ]

    @Test(arguments: rows) func `folders are searched in a fixed order`(
        _ row: (options: [String], environment: [String: String], folders: [String])
    ) {
        let search = ModuleSearch(options: row.options, environment: row.environment, executableFolder: "/bin")
        #expect(search.folders.map(\.path) == row.folders)
    }

    // SaltyNX#18, Module-Pluggable#22: systems and editors leave hidden copies.
    @Test(arguments: ["._libShop.so", ".libShop.so", ".so", ".libShop.so.swp"])
    func `a hidden file is not a library`(_ name: String) throws {
        try TemporaryFolder.with { folder in
            try folder.write("", to: name)
            let search = ModuleSearch(options: [folder.path], environment: [:], executableFolder: "/bin")
            #expect(search.emptyFolders.count == 1)
            try folder.write("", to: "libShop.so")
            #expect(search.emptyFolders.isEmpty)
        }
    }

    @Test func `a relative folder of the option is searched by its absolute path`() {
        let search = ModuleSearch(options: ["plugins"], environment: [:], executableFolder: "/bin")
        #expect(search.folders[0].path.hasPrefix("/"))
        #expect(search.folders[0].path.hasSuffix("/plugins"))
    }

    @Test(arguments: [("/no/such", "No such file"), ("/no/\u{FFFD}", "its name is not UTF-8; rename it")])
    func `a folder that cannot be opened is refused with the reason`(_ row: (path: String, reason: String)) throws {
        let error = #expect(throws: PluginProblem.self) {
            _ = try ModuleSearch.open(SearchFolder(path: row.path, source: .option))
        }
        #expect("\(try #require(error))".contains(row.reason))
    }
}
