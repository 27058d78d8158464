import Glibc
import Platform
import TestSupport
import Testing

@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `A library that is opened where it lies` {
    @Test func `a library is not opened where another file took its place after it was hashed`() throws {
        try TemporaryFolder.with { folder in
            let path = try folder.write("checked", to: "libA.so")
            let identity = try #require(FileIdentity(at: path))
            // It is no library, so that the system's loader refuses it: until then it is the file that was hashed.
            let refused = #expect(throws: PluginProblem.self) { try CheckedLibraries.open([path], [path: identity]) }
            #expect("\(try #require(refused))".contains("it was not opened"))
            let other = try folder.write("another", to: "libB.so")
            try #require(rename(other, path) == 0)
            let error = #expect(throws: PluginProblem.self) { try CheckedLibraries.open([path], [path: identity]) }
            #expect("\(try #require(error))".contains("found another file at \(path)"))
        }
    }
}
