import ModuleKit

/// One of several modules with 1,000 routes: its name comes from the few lines that differ from one library to the
/// next.
@_silgen_name("benchmark_module_name") private func moduleName() -> UnsafePointer<CChar>

struct SubjectModule: Module {
    static let info = ModuleInfo(String(cString: moduleName()), "1.0", "1,000 routes")

    init(context: ModuleContext) {}

    var routes: [Route] {
        let name = Self.info.name
        for number in 0..<1_000 { Open("/\(name)/route\(number)/:id<int>") { _ in Page("\(number)") {} } }
    }
}

@c(benchmark_entry)
public func benchmarkEntry(_ host: HostPointer) -> CInt { SubjectModule.export(to: host) }
