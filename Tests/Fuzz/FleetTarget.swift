import FoundationEssentials

/// Any bytes of a member of a fleet are a card, packets, a request, an answer, an event, a command, a manifest or an
/// error, never a crash. A value that was read is the same after it is written and read again.
func fuzzFleet(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(data, count)
    let kind = input.choice(below: 8)
    do {
        if kind == 0 {
            try checkCard(input.rest)
        } else if kind == 1 {
            try checkPackets(&input)
        } else {
            var fields = FrameDecoder(input.rest)
            fields.side = otherHost
            try read(kind, &fields)
        }
    } catch {
        precondition(!"\(error)".isEmpty, "an error says what is wrong")
    }
    return 0
}

/// Reads a message that one member sends to another member.
private func read(_ kind: Int, _ fields: inout FrameDecoder) throws {
    switch kind {
    case 2:
        let request = try fields.read(RelayedRequest.self)
        if request.body == nil { try checkAgain(request) }
    case 3: _ = try fields.read(ServedAnswer.self)
    case 4:
        _ = try fields.read(NavigationCommand.self)
        _ = try fields.read(RequestImage.self).request { $0 }
    case 5: _ = (try fields.read(Feedback.self), try fields.read(PageResult.self))
    case 6: _ = (try fields.read(String.self), try fields.read(String.self), try fields.read(Payload.self))
    default: try checkAgain(try fields.read(Manifest.self))
    }
}

private func checkAgain(_ value: some FrameValue) throws {
    let first = try bytes(of: value)
    var fields = FrameDecoder(first)
    let again = try bytes(of: fields.read(type(of: value)))
    precondition(again == first && fields.isAtEnd, "\(value) is read as it was written")
}

private func bytes(of value: some FrameValue) throws -> [UInt8] {
    var document = FrameEncoder()
    try document.write(value)
    return document.bytes
}

private func checkCard(_ json: [UInt8]) throws {
    let card = try JSONDecoder().decode(HostCard.self, from: Data(json))
    guard card.isUsable else { return }
    let again = try JSONDecoder().decode(HostCard.self, from: try JSONEncoder().encode(card))
    precondition(again == card && !card.since.isEmpty, "a card is read as it was written")
}

private func checkPackets(_ input: inout Input) throws {
    let parts = FrameParts()
    while !input.isEmpty {
        let packet = (0...input.choice(below: 32)).map { _ in UInt8(input.choice(below: 256)) }
        _ = try parts.frame(of: packet[...])
    }
}

private let otherHost = Peer(NoChannel(), NoService(), after: 0)

private final class NoChannel: FrameChannel {
    func send(_ frame: FrameEncoder, waitingAtMost limit: Int) -> Bool { true }
    func shutDown() {}
}

private struct NoService: PeerService {
    func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder { throw FrameError.malformed }
    func take(_ notice: Ask, from peer: Peer) throws {}
}

/// Values that are sent only to a module's process.
typealias PluginProblem = FrameNothing
typealias ModuleDescriptor = FrameNothing
