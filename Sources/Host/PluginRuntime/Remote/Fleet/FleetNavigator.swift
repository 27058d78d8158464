@_spi(Host) package import ModuleKit

/// A navigator that performs each command where the user of the request is. If the request came from another host, the
/// command goes to that host; otherwise it goes to this host's navigator.
package struct FleetNavigator: Navigator {
    private let own: any Navigator

    package init(_ own: any Navigator) { self.own = own }

    /// The host whose request the current task works on.
    @TaskLocal static var asking: Peer?

    package var waitsForReaders: Bool { Self.asking != nil || own.waitsForReaders }

    package var isOnAnotherHost: Bool { Self.asking != nil }

    package func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        guard let peer = Self.asking, let request else { return await own.perform(command, for: request) }
        return await ask(peer, command, request, isForecast: false)
    }

    package func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        guard let peer = Self.asking, let request else { return await own.forecast(command, for: request) }
        return await ask(peer, command, request, isForecast: true)
    }

    private func ask(
        _ peer: Peer, _ command: NavigationCommand, _ request: Request, isForecast: Bool
    ) async -> Feedback {
        do {
            return try await peer.ask(Messages.navigate, command, RequestImage(request), isForecast)
        } catch {
            return Feedback(.refused(reason: "the asking host cannot show it: \(error)"), stack: [])
        }
    }

    package func result(of request: Request) async -> PageResult {
        guard let peer = Self.asking else { return await own.result(of: request) }
        do {
            return try await peer.ask(Messages.pageResult, RequestImage(request).id)
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .unattended(reason: "the asking host cannot show it: \(error)")
        }
    }

    package func endDetours(of request: RequestID) async { await own.endDetours(of: request) }

    package func objection(to command: NavigationCommand, for request: Request?) async -> String? {
        // The asking host looks for objections itself.
        Self.asking == nil ? await own.objection(to: command, for: request) : nil
    }
}
