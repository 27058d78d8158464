import TestSupport

@testable import PluginRuntime

extension LibrarySample {
    /// Inspects the bytes as they are now.
    func inspect(
        host: HostIdentity? = nil, contract: UInt32 = 1
    ) throws(PluginProblem) -> PluginInspection {
        let host = if let host { host } else { try HostIdentity.current() }
        let inspection = try PluginInspection(bytes, path: "libSample.so", contract: contract)
        try inspection.check("libSample.so", with: host)
        return inspection
    }

    /// The error of inspecting the bytes as they are now, which must be refused.
    func problem(host: HostIdentity? = nil, contract: UInt32 = 1) throws -> PluginProblem {
        do {
            throw UnexpectedSuccess(inspection: try inspect(host: host, contract: contract))
        } catch let error as PluginProblem {
            return error
        }
    }

    /// The contents of the bytes as they are now, without a check.
    func contents() throws -> PluginInspection { try PluginInspection(bytes, path: "libSample.so") }

    /// A file was accepted that must be refused.
    struct UnexpectedSuccess: Error { let inspection: PluginInspection }
}
