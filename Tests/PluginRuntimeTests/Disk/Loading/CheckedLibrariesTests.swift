import Glibc
import Platform
import TestSupport
import Testing

@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `A library that is opened in place` {
    @Test func `a library is not opened if another file replaced it after the hashing`() throws {
        try TemporaryFolder.with { folder in
            let path = try folder.write("checked", to: "libA.so")
            let identity = try #require(FileIdentity(at: path))
            // The system's loader refuses the file, because it is not a library; the check of the hash accepts it.
            let refused = #expect(throws: PluginProblem.self) { try CheckedLibraries.open([path], [path: identity]) }
            #expect("\(try #require(refused))".contains("it was not opened"))
            let other = try folder.write("another", to: "libB.so")
            try #require(rename(other, path) == 0)
            let error = #expect(throws: PluginProblem.self) { try CheckedLibraries.open([path], [path: identity]) }
            #expect("\(try #require(error))".contains("found another file at \(path)"))
        }
    }
}
