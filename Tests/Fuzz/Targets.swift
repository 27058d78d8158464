private typealias Target = @Sendable (UnsafePointer<UInt8>?, Int) -> CInt

/// Runs the target with the name of the executable; each target has a link to the same executable.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt { target(data, count) }

private let target: Target = {
    let targets: [String: Target] = [
        "Pattern": fuzzPattern, "URL": fuzzURL, "Match": fuzzMatch, "RemotePage": fuzzPage,
        "Frame": fuzzFrame, "Fleet": fuzzFleet,
    ]
    let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""
    guard let target = targets[name] else { preconditionFailure("no target \(name), only \(targets.keys.sorted())") }
    return target
}()
