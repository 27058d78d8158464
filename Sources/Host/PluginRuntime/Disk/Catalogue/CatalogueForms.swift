@_spi(Host) import ModuleKit
import Platform

// The encodings of a catalogue's types, for the image of a start and for the processes of isolated modules. Each form
// lists the encoded fields.
extension FileIdentity: FrameRecord {
    static let form = FrameForm(nil, FileIdentity.init(device:inode:size:modified:changed:)) {
        ($0.device, $0.inode, $0.size, $0.modified, $0.changed)
    }
}

extension ModuleDescriptor: FrameRecord {
    static let form = FrameForm(nil) {
        ModuleDescriptor(
            info: $0, file: $1, source: $2, library: $3, content: $4, startsWithHost: $5, isDisabled: $6, problem: $7,
            identities: $8, isolation: $9, ownContent: $10, settings: $11)
    } _: {
        (
            $0.info, $0.file, $0.source, $0.library, $0.content, $0.startsWithHost, $0.isDisabled, $0.problem,
            $0.identities, $0.isolation, $0.ownContent, $0.settings
        )
    }
}

extension ModuleInfo: FrameRecord {
    static let form = FrameForm(nil) {
        ModuleInfo(
            $0, $1, $2, requirements: $3, webServices: $4, isIsolated: $5, settings: ($6 as FrameJSON?)?.value,
            sensitiveSettings: $7)
    } _: {
        (
            $0.name, $0.version, $0.summary, $0.requirements, $0.webServices, $0.isIsolated,
            $0.settings.map(FrameJSON.init), $0.sensitiveSettings
        )
    }
}

extension GivenSetting: FrameRecord {
    static let form = FrameForm(nil) { (name, value: FrameJSON<JSONValue>, source, isText) in
        GivenSetting(name, value.value, from: source, isText: isText)
    } _: {
        ($0.name, FrameJSON($0.value), $0.source, $0.isText)
    }
}

extension Requirement: FrameRecord {
    static let form = FrameForm(nil) { (module: String, first: Version, end: Version) throws -> Requirement in
        guard first <= end else { throw FrameError.malformed }
        return Requirement(module, first..<end)
    } _: {
        ($0.module, $0.versions.lowerBound, $0.versions.upperBound)
    }
}

extension SearchFolder.Source: FrameValue {}

extension ModuleLibrary: FrameRecord {
    static let form = FrameForm(nil, ModuleLibrary.init) {
        ($0.path, $0.bundledLibraries, $0.outsideFiles, $0.isOpenedThroughLinks)
    }
}

extension ContentHash: FrameRecord {
    static let form = FrameForm(nil, { try FrameDecoder.known(ContentHash($0 as String)) }) { $0.text }
}

/// The encoded limits leave out the tested uses. The host checks the requests of an isolated module, so the module's
/// process does not need them.
extension IsolationLimits: FrameRecord {
    static let form = FrameForm(nil) {
        IsolationLimits(megabytes: $0, seconds: $1, files: $2, hasNetwork: $3, environment: $4)
    } _: {
        ($0.megabytes, $0.seconds, $0.files, $0.hasNetwork, $0.environment)
    }
}

extension ModuleState: FrameValue {}

/// Only records with a problem can be encoded. The records in a catalogue all have a problem.
extension ModuleRecord: FrameRecord {
    static let form = FrameForm(nil) {
        ModuleRecord($0, file: $1, source: $2, $3, state: $4, content: $5)
    } _: { record in
        record.problem.map { (record.name, record.file, record.source, $0, record.state, record.content) }
    }
}
