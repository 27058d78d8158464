import FoundationEssentials
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// Shows each served module as a service of NATS (ADR-32, version 1): `nats micro ls|info|stats` and dashboards find it.
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

    /// Listens to the questions about all services, and about those of some modules.
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
        let encoder = JSONEncoder()
        return card.modules.filter { name == nil || $0.name == name }.compactMap { module in
            let document = ServiceDocument(module, of: card, question.rawValue.lowercased(), member)
            return (try? encoder.encode(document)).map(Array.init)
        }
    }
}

/// The answer to a question about a service; its members are those of ADR-32.
private struct ServiceDocument: Encodable {
    struct Endpoint: Encodable {
        let name: String
        let subject: String
        let queueGroup: String
        /// The numbers of requests and errors, and times in nanoseconds; of statistics only.
        var requestCount: Int?
        var errorCount: Int?
        var lastError: String?
        var processingTime: Int?
        var averageProcessingTime: Int?

        private enum CodingKeys: String, CodingKey {
            case name, subject
            case queueGroup = "queue_group"
            case requestCount = "num_requests"
            case errorCount = "num_errors"
            case lastError = "last_error"
            case processingTime = "processing_time"
            case averageProcessingTime = "average_processing_time"
        }
    }

    let type: String
    let name: String
    let id: String
    let version: String
    let metadata: [String: String]
    var description: String?
    var started: String?
    var endpoints: [Endpoint]?

    init(_ module: HostCard.ServedModule, of card: HostCard, _ question: String, _ member: FleetMember) {
        type = "io.nats.micro.v1.\(question)_response"
        (name, id, version) = (module.name, card.id, module.version)
        metadata = ["app": member.app, "host": card.name, "manifest": module.manifest.text]
        guard question != "ping" else { return }
        var endpoint = Endpoint(name: "requests", subject: member.subjects.frames(of: card.id), queueGroup: "")
        if question == "info" {
            description = module.summary
        } else {
            let counts = member.service.counts[module.name] ?? FleetCounts()
            started = Date(timeIntervalSince1970: Double(card.started)).formatted(.iso8601)
            (endpoint.requestCount, endpoint.errorCount) = (counts.requests, counts.errors)
            endpoint.lastError = ""
            endpoint.processingTime = Int(counts.time / .nanoseconds(1))
            endpoint.averageProcessingTime = Int(counts.average / .nanoseconds(1))
        }
        endpoints = [endpoint]
    }
}
