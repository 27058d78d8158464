package import ModuleKit
import Platform

extension ModuleInstallation {
    /// Installs a module that a remote has offered, from the bytes of its file. Throws if the file does not match the
    /// offer; the hash is compared first. A refused file is not kept.
    package func install(_ offer: ModuleOffer, file bytes: [UInt8]) throws(PluginProblem) -> Outcome {
        let file = PluginFile(name: "lib\(offer.name).so", address: offer.url, bytes: bytes)
        let address = file.hash
        guard address.text == offer.sha256 else {
            let size = "\(bytes.count) bytes\(Self.isHTML(bytes) ? " of HTML" : "")"
            throw .notAsOffered(
                "\(offer.url) is not the file that was offered: found SHA-256 \(address) (\(size)), "
                    + "expected \(offer.sha256)")
        }
        // An offered module cannot bundle libraries.
        let bundle = try PluginBundle(file, host: host) { _ in nil }
        let names = bundle.modules
        guard names == [offer.name] else {
            let found = names.joined(separator: ", ")
            throw .notAsOffered("\(offer.url) has the modules \(found), expected \(offer.name) alone")
        }
        let (change, lock) = try begin()
        if let known = lock[offer.name] {
            guard known.entry.address == address else {
                throw .changed(known, source: offer.url, difference(of: bundle, from: known))
            }
            return try mend([known], with: bundle, change)
        }
        return try record((bundle, []), source: offer.url, trust: .offered, in: lock, change) {
            (scanned) throws(PluginProblem) in
            for version in scanned.map(\.info.version) where "\(version)" != offer.version {
                throw .notAsOffered("\(offer.url) has \(offer.name) \(version), expected \(offer.version)")
            }
        }
    }

    /// Whether the offered build of a module is installed.
    package func has(_ offer: ModuleOffer) throws(PluginProblem) -> Bool {
        try store.lock()[offer.name]?.hash.text == offer.sha256
    }

    /// Whether a file begins like HTML, which servers send instead of a missing file.
    private static func isHTML(_ bytes: [UInt8]) -> Bool {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    }
}
