import ModuleKit

/// One of many modules: its name comes from the few lines that differ from one library to the next.
@_silgen_name("benchmark_module_name") private func moduleName() -> UnsafePointer<CChar>

struct SubjectModule: Module {
    static let info = ModuleInfo(String(cString: moduleName()), "1.0", "Ten routes")

    init(context: ModuleContext) {}

    var routes: [Route] {
        let name = Self.info.name
        for number in 0..<10 { Call("/\(name)/route\(number)/:id<int>") { _ in number } }
    }
}

@c(benchmark_entry)
public func benchmarkEntry(_ host: HostPointer) -> CInt { SubjectModule.export(to: host) }
