@_spi(Host) import HostKit
import Platform
import Synchronization

/// Presents each served module as a NATS service (ADR-32, version 1), for `nats micro ls|info|stats` and dashboards.
final class ServiceProtocol: Sendable {
    private enum Question: String, CaseIterable {
        case ping = "PING"
        case info = "INFO"
        case stats = "STATS"
    }

    private let transport: any FleetTransport
    private let member: FleetMember
    /// The modules whose subjects are listened to.
    private let modules = Mutex<Set<String>>([])

    init(_ member: FleetMember) { (transport, self.member) = (member.transport, member) }

    /// Listens to the questions about all services, and about the services of some modules.
    func listen(to names: [String]) throws(FleetError) {
        let added = modules.withLock { modules in
            defer { modules.formUnion(names) }
            return (isFirst: modules.isEmpty, names: names.filter { !modules.contains($0) })
        }
        for question in Question.allCases {
            let all = "$SRV.\(question.rawValue)"
            if added.isFirst { try listen(to: all, question, about: nil) }
            for name in added.names {
                try listen(to: "\(all).\(name)", question, about: name)
                try listen(to: "\(all).\(name).\(member.identity)", question, about: name)
            }
        }
    }

    private func listen(to subject: String, _ question: Question, about name: String?) throws(FleetError) {
        try transport.subscribe(to: subject) { [weak self] message in
            guard let self, let reply = message.reply else { return }
            for document in documents(question, about: name) { _ = transport.send(document, to: reply, reply: nil) }
        }
    }

    private func documents(_ question: Question, about name: String?) -> [[UInt8]] {
        let card = member.card
        return card.modules.filter { name == nil || $0.name == name }.map { module in
            Array(document(question, module, of: card).text.utf8)
        }
    }

    /// Returns the answer to a question about a service, with the fields that ADR-32 defines. Times are in nanoseconds.
    private func document(_ question: Question, _ module: HostCard.ServedModule, of card: HostCard) -> JSONValue {
        var document: [String: JSONValue] = [
            "type": .string("io.nats.micro.v1.\(question.rawValue.lowercased())_response"),
            "name": .string(module.name), "id": .string(card.id), "version": .string(module.version),
            "metadata": .object([
                "app": .string(member.app), "host": .string(card.name), "manifest": .string(module.manifest.text),
            ]),
        ]
        var endpoint: [String: JSONValue] = [
            "name": .string("requests"), "subject": .string(member.subjects.frames(of: card.id)),
            "queue_group": .string(""),
        ]
        switch question {
        case .ping: return .object(document)
        case .info: document["description"] = .string(module.summary)
        case .stats:
            let counts = member.service.counts[module.name] ?? FleetCounts()
            document["started"] = .string(card.since)
            endpoint["num_requests"] = .integer(Int128(counts.requests))
            endpoint["num_errors"] = .integer(Int128(counts.errors))
            endpoint["last_error"] = .string("")
            endpoint["processing_time"] = .integer(Int128(counts.time / .nanoseconds(1)))
            endpoint["average_processing_time"] = .integer(Int128(counts.average / .nanoseconds(1)))
        }
        document["endpoints"] = .array([.object(endpoint)])
        return .object(document)
    }
}
