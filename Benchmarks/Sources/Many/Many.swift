public import ModuleKit

/// One of many modules with equal routes; a few lines of C, which differ from one library to the next, give its name
/// and the number of its routes (`Host.manyModules`).
@_silgen_name("benchmark_module_name") private func moduleName() -> UnsafePointer<CChar>
@_silgen_name("benchmark_route_count") private func routeCount() -> CInt

struct ManyModule: Module {
    static let info = ModuleInfo(String(cString: moduleName()), "1.0", "Equal routes")

    init(context: ModuleContext) {}

    var routes: [Route] {
        let name = Self.info.name
        for number in 0..<Int(routeCount()) { Call("/\(name)/route\(number)/:id<int>") { _ in number } }
    }
}

/// The entry point that the lines in C call.
@c(benchmark_entry)
public func benchmarkEntry(_ host: HostPointer) -> CInt { ManyModule.export(to: host) }
