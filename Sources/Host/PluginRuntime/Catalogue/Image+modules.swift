import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform

extension ImageWriter {
    mutating func write(_ module: ModuleDescriptor) {
        for text in [module.name, module.info.summary, module.file] { write(text) }
        write(module.info.version)
        write(module.source.rawValue)
        write(module.info.requirements) { writer, requirement in
            writer.write(requirement.module)
            for version in [requirement.versions.lowerBound, requirement.versions.upperBound] { writer.write(version) }
        }
        write(module.info.webServices) { $0.write($1) }
        write(module.info.isIsolated)
        write(module.library.path)
        for paths in [module.library.bundledLibraries, module.library.surroundings] { write(paths) { $0.write($1) } }
        write(Int(module.library.entryPoint.contract))
        write(module.library.isLinked)
        write(module.content.text)
        for flag in [module.startsWithHost, module.isDisabled] { write(flag) }
        write(module.refusal) { $0.write($1) }
        write(module.identities) { $0.write($1) }
        write(module.isolation) { writer, limits in
            for number in [limits.megabytes, limits.seconds, limits.files] { writer.write(number) }
            writer.write(limits.hasNetwork)
            writer.write(limits.environment) { $0.write($1) }
        }
        write(module.ownContent) { $0.write($1.text) }
    }

    private mutating func write(_ version: Version) {
        for number in [version.major, version.minor, version.patch] { write(number) }
    }

    mutating func write(_ refusal: Refusal) {
        for text in [refusal.module, refusal.file, refusal.source.rawValue] { write(text) }
        // Few modules are refused.
        write((try? JSONEncoder().encode(refusal.problem)).map(Array.init) ?? [])
    }

    mutating func write(_ record: ModuleRecord) {
        write(record.refusal) { $0.write($1) }
        write(record.state.rawValue)
        write(record.content) { $0.write($1.text) }
    }
}

extension ImageReader {
    mutating func module() throws(Fault) -> ModuleDescriptor {
        let (name, summary, file, version) = (try text(), try text(), try text(), try version())
        let source = try source()
        let requirements = try list { (reader: inout ImageReader) throws(Fault) in
            Requirement(try reader.text(), try reader.version()..<(try reader.version()))
        }
        let webServices = try list { (reader: inout ImageReader) throws(Fault) in try reader.text() }
        let isIsolated = try flag()
        let path = try text()
        let brought = try list { (reader: inout ImageReader) throws(Fault) in try reader.text() }
        let surroundings = try list { (reader: inout ImageReader) throws(Fault) in try reader.text() }
        guard let contract = UInt32(exactly: try number()) else { throw Fault() }
        let library = ModuleLibrary(
            path: path, bundledLibraries: brought, surroundings: surroundings,
            isLinked: try flag(), entryPoint: EntryPoint(contract: contract, module: name))
        return ModuleDescriptor(
            info: ModuleInfo(
                name, version, summary, requirements: requirements, webServices: webServices, isIsolated: isIsolated),
            file: file, source: source, library: library, content: try hash(), startsWithHost: try flag(),
            isDisabled: try flag(),
            refusal: try optional { (reader: inout ImageReader) throws(Fault) in try reader.refusal() },
            identities: try list { (reader: inout ImageReader) throws(Fault) in try reader.identity() },
            isolation: try optional { (reader: inout ImageReader) throws(Fault) in
                IsolationLimits(
                    megabytes: try reader.number(), seconds: try reader.number(), files: try reader.number(),
                    hasNetwork: try reader.flag(),
                    environment: try reader.list { (reader: inout ImageReader) throws(Fault) in try reader.text() })
            }, ownContent: try optional { (reader: inout ImageReader) throws(Fault) in try reader.hash() })
    }

    mutating func record() throws(Fault) -> ModuleRecord {
        guard let refusal = try optional({ (reader: inout ImageReader) throws(Fault) in try reader.refusal() }),
            let state = ModuleState(rawValue: try text())
        else { throw Fault() }
        let content = try optional { (reader: inout ImageReader) throws(Fault) in try reader.hash() }
        return ModuleRecord(refusal, state: state, content: content)
    }

    private mutating func refusal() throws(Fault) -> Refusal {
        let (module, file, source, bytes) = (try text(), try text(), try source(), try bytes())
        guard let problem = try? JSONDecoder().decode(PluginProblem.self, from: Data(bytes)) else { throw Fault() }
        return Refusal(module: module, file: file, source: source, problem)
    }

    private mutating func version() throws(Fault) -> Version {
        Version(try number(), try number(), try number())
    }

    private mutating func source() throws(Fault) -> SearchFolder.Source {
        guard let source = SearchFolder.Source(rawValue: try text()) else { throw Fault() }
        return source
    }

    private mutating func hash() throws(Fault) -> ContentHash {
        guard let hash = ContentHash(try text()) else { throw Fault() }
        return hash
    }
}
