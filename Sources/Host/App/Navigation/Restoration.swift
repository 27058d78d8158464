import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime
import Synchronization

/// The restoration of the last session's pages. They are opened one after another, with at most the rights of this
/// session.
struct Restoration: Sendable {
    /// The maximum number of restored pages in all tabs together; each tab restores its newest pages.
    fileprivate static let pageLimit = 1_000
    /// The time limit for one page, and for the whole restoration. After the second limit, no further page is opened.
    private static let pageTime = Duration.seconds(5)
    private static let wholeTime = Duration.seconds(30)

    let mediator: Switchboard
    let navigator: CommandLineNavigator
    let console: Console
    let options: RequestOptions
    let origin: Origin

    /// Restores the stack of the last session, prints its top page if `isShown`, and stores the stack from now on.
    ///
    /// - Returns: the requests that wait for the user again.
    func begin(_ environment: [String: String], isShown: Bool, _ interruption: Interruption?) async -> [ShellRequest] {
        var requests: [ShellRequest] = []
        if let home = UserEnvironment.state(environment) { SetAside.clearFolders([home + "/switchboard"]) }
        for line in SetAside.takeLines() { console.notice("restore", line) }
        do throws(Failure) {
            let file = try StackFile(environment, console: console, shown: mediator.shown)
            var (stack, waiting) = (PageStack(), [StackSnapshot.Opener]())
            if let snapshot = try file.read() {
                // If the user ends the host now, the file gets its usual name back, because the page that is being
                // opened did not cause the end.
                interruption?.beforeLeaving { file.rename(isOpening: false) }
                file.rename(isOpening: true)
                waiting = isShown ? snapshot.branches.flatMap(\.waiting) : []
                stack = await self.stack(snapshot, withWaiting: !isShown)
            }
            await mediator.show(stack.top?.entry) { [stack] in
                await navigator.take(stack, keepingIn: file, isShown: isShown)
            }
            for opener in waiting { requests.append(await open(opener)) }
            await file.settle()
            try file.write(await navigator.pages)
            file.forgetOpening()
        } catch {
            console.report(error)
        }
        return requests
    }

    /// Repeats a request that waited for a page (a detour) when the last session ended. The repeated request waits
    /// again.
    private func open(_ opener: StackSnapshot.Opener) async -> ShellRequest {
        let request = ShellRequest(line: nil, on: BlockingExecutor())
        request.run { () throws(Failure) in
            do throws(RequestError) {
                let origin = opener.origin == .external ? .external : origin
                _ = try await mediator.open(RouteURL(opener.url), origin: origin, options: options)
                return .done
            } catch {
                throw Failure(error)
            }
        }
        // The session begins even if a module blocks its thread.
        let limit = Task {
            try await Task.sleep(for: min(options.deadline, Self.pageTime) + .seconds(1))
            request.abandon()
        }
        await request.settle()
        limit.cancel()
        return request
    }

    /// Returns the stack; a page that cannot be restored is replaced by a page with the reason.
    ///
    /// - Parameter withWaiting: whether the stack includes the pages for which requests waited.
    private func stack(_ snapshot: StackSnapshot, withWaiting: Bool) async -> PageStack {
        var stack = PageStack()
        let end = ContinuousClock.now + Self.wholeTime
        let tabs = snapshot.branches.compactMap(\.tab)
        if !tabs.isEmpty { change(&stack, .tabs(tabs)) }
        for branch in snapshot.branches {
            if let tab = branch.tab { change(&stack, .tab(tab.name)) }
            for entry in branch.entries.suffix(max(Self.pageLimit / snapshot.branches.count, 1)) {
                if let waiting = entry.waiting, !withWaiting, !waiting.isEmpty { continue }
                stack.restore(
                    await page(entry, isTimeLeft: .now < end), url: entry.url, style: entry.style,
                    origin: entry.origin == .external ? .external : .shell,
                    isRedacted: entry.isRedacted ?? false, isWeb: entry.isWeb ?? false,
                    openers: entry.waiting?.map { (RouteURL($0.url), $0.origin == .external ? .external : .shell) }
                        ?? [])
            }
        }
        if let tab = snapshot.branches[snapshot.selected].tab { change(&stack, .tab(tab.name)) }
        return stack
    }

    private func change(_ stack: inout PageStack, _ command: NavigationCommand) {
        _ = stack.apply(command, for: nil, results: PageResults())
    }

    /// Returns the page, or a page with the reason for its absence.
    private func page(_ entry: StackSnapshot.PageEntry, isTimeLeft: Bool) async -> Page {
        if entry.url.isEmpty { return placeholder(entry, "no URL leads to it") }
        if entry.isRedacted == true { return placeholder(entry, "its URL holds a secret, which is not kept") }
        if entry.isWeb == true, let page = PageStack.webPage(RouteURL(entry.url)) { return page }
        guard isTimeLeft else { return placeholder(entry, "the pages before it took \(Self.wholeTime)") }
        var options = options
        options.deadline = min(options.deadline, Self.pageTime)
        // The page is opened with at most the rights of this session, but the stack keeps the origin that the file
        // names.
        let origin = entry.origin == .external ? .external : origin
        // The request's deadline does not end the wait for a module that blocks its thread, so a second limit applies.
        let plan = await BlockingExecutor.result(within: options.deadline + .seconds(1)) { [options] in
            await mediator.plan(RouteURL(entry.url), from: PageStack(), origin: origin, options: options)
        }
        switch plan?.outcome {
        case nil: return placeholder(entry, "it did not arrive within \(options.deadline)")
        case .success: return plan?.stack.top?.page ?? placeholder(entry, "\(entry.url) no longer leads to a page")
        case .failure(let error): return placeholder(entry, "\(error)")
        }
    }

    /// Returns the replacement of a page. If this session has the rights of an external program, the URL replaces the
    /// title, because another caller may have opened the page.
    private func placeholder(_ entry: StackSnapshot.PageEntry, _ reason: String) -> Page {
        Page(origin == .external ? entry.url : entry.title) {
            Text("This page could not be opened again: \(reason).")
            if !entry.url.isEmpty, entry.isRedacted != true { Link("Open it again", to: RouteURL(entry.url)) }
        }
    }
}

/// The file that keeps a stack after its session: `stack.json` in the folder `switchboard` of the user's state.
///
/// Only one session at a time uses the file. While the host opens the stored pages again, the file has another name. If
/// a page ends the host, the next start finds the file under that name, and does not open the pages again.
final class StackFile: Sendable {
    /// The maximum size of the file in bytes.
    private static let limit = 4 << 20
    private static let name = "stack.json"
    private static let opening = "stack.json.opening"

    private let path: String
    private let folder: Descriptor
    private let lock: FileLock
    private let console: Console
    private let shown: @Sendable (String) -> String
    private let next = Mutex<PageStack?>(nil)
    /// Whether a write has failed.
    private let isOver = Atomic(false)
    /// The executor of writes. It has a separate thread, because the shell waits for writes, which modules must not
    /// delay.
    private let executor = BlockingExecutor()

    /// Locks the file for this session; `shown` returns a URL without its sensitive values.
    fileprivate init(
        _ environment: [String: String], console: Console, shown: @escaping @Sendable (String) -> String
    ) throws(Failure) {
        guard let home = UserEnvironment.state(environment) else {
            throw Failure(
                restore: "the stack is not kept: neither XDG_STATE_HOME nor HOME names a folder; set one, or leave out "
                    + HostOptions.restore.name)
        }
        let parent = home + "/switchboard"
        (path, self.console, self.shown) = (parent + "/" + Self.name, console, shown)
        do {
            try Path.makeFolders(parent)
            let violations = try CheckedFolder.open(parent).violations
            guard violations.isEmpty else { throw FileError.exposed(violations) }
            folder = try Descriptor(opening: parent, O_RDONLY | O_DIRECTORY)
            lock = try FileLock(Self.name + ".lock", in: folder)
        } catch {
            throw Self.unusable(path, "\(error)")
        }
        guard lock.tryAlone() else { throw Self.unusable(path, "another session keeps its stack there") }
    }

    /// Returns the stack in the file; `nil` if there is no file, or if the file was dropped.
    fileprivate func read() throws(Failure) -> StackSnapshot? {
        if folder.contains(Self.opening) { return drop(Self.opening, "was being opened when the host ended") }
        guard folder.contains(Self.name) else { return nil }
        do {
            let snapshot = try JSONDecoder().decode(
                StackSnapshot.self, from: Data(try CheckedFile.bytes(at: path, limit: Self.limit)))
            return snapshot.fault.map { drop(Self.name, "is damaged: \($0)") } ?? snapshot
        } catch let error as FileError where error.leavesContent {
            throw Self.unusable(path, "\(error)")
        } catch {
            return drop(Self.name, "is damaged: \(error.inWords)")
        }
    }

    /// Renames a file that cannot be used, and reports that.
    private func drop(_ name: String, _ reason: String) -> StackSnapshot? {
        let other = SetAside.move(Path.folder(of: path) + "/" + name, because: "", remedy: "")
        // Discards the line about the move, because the notice below contains it.
        _ = SetAside.takeLines()
        let move = other.map { ", and was renamed to \($0)" } ?? ""
        console.notice(
            "restore", "the stack of the last session was dropped: \(path) \(reason)\(move); begin with a URL")
        return nil
    }

    /// Gives the file the name that it has while its pages are opened, or its usual name again.
    fileprivate func rename(isOpening: Bool) {
        let paths = [path, Path.folder(of: path) + "/" + Self.opening]
        // Without a file there is nothing to rename.
        _ = isOpening ? Glibc.rename(paths[0], paths[1]) : Glibc.rename(paths[1], paths[0])
    }

    /// Removes the renamed file after a new file was written.
    fileprivate func forgetOpening() { try? folder.remove(Self.opening) }

    /// Writes a stack immediately, or after the current write.
    func keep(_ stack: PageStack) {
        next.withLock { $0 = stack }
        executor.start { self.writeNext() }
    }

    /// Waits until the current stack is written.
    func settle() async { await executor.run {} }

    private func writeNext() {
        guard let stack = next.withLock({ $0.take() }), !isOver.load(ordering: .relaxed) else { return }
        do {
            try write(stack)
        } catch {
            isOver.store(true, ordering: .relaxed)
            console.report(error)
        }
    }

    /// Replaces the stored stack, completely or not at all.
    fileprivate func write(_ stack: PageStack) throws(Failure) {
        do {
            let bytes = Array(try JSONText.encode(StackSnapshot(stack, shown: shown)).utf8)
            guard bytes.count <= Self.limit else { throw FileError.tooLarge(bytes: bytes.count, limit: Self.limit) }
            try folder.replaceFile(Self.name, with: bytes)
        } catch {
            throw Self.unusable(path, error.inWords)
        }
    }

    private static func unusable(_ path: String, _ reason: String) -> Failure {
        Failure(
            restore: "the stack is not kept: \(path) cannot be used: \(reason); correct that and start again, "
                + "or leave out " + HostOptions.restore.name)
    }
}

extension FileError {
    /// Whether the content of the file may still be valid.
    fileprivate var leavesContent: Bool {
        switch self {
        case .exposed, .system: true
        case .notRegular, .empty, .tooLarge: false
        }
    }
}

extension Failure {
    /// Describes a stack that is not restored or not kept; the session continues without it.
    fileprivate init(restore message: String) { self.init("restore", message, .done) }
}

/// The stored form of a stack: the URLs of its pages, and the origin of each.
private struct StackSnapshot: Codable {
    /// The caller for which a page was opened: an external program, or the session. A file cannot grant more rights
    /// than the session has.
    enum Origin: String, Codable {
        case shell, external

        init(_ origin: ModuleKit.Origin?) { self = origin == .external ? .external : .shell }
    }

    /// A request that waits for a page (a detour).
    struct Opener: Codable {
        let url: String
        let origin: Origin
    }

    struct PageEntry: Codable {
        let url: String
        let title: String
        let style: StackEntry.Style
        let origin: Origin
        /// Whether the URL lacks a sensitive value, which is not stored.
        var isRedacted: Bool?
        /// Whether the page is a web page, which no module describes.
        var isWeb: Bool?
        /// The requests that wait for the page.
        var waiting: [Opener]?
    }

    struct Branch: Codable {
        /// `nil` in an app without tabs.
        let tab: Tab?
        let pages: [PageEntry]
        /// Whether the tab's URL lacks a sensitive value.
        var isRedacted: Bool?

        /// The requests that wait for pages.
        var waiting: [Opener] { pages.flatMap { $0.waiting ?? [] } }

        /// The pages to restore. If there are none and the tab's URL lacks a sensitive value, a page with the reason
        /// why the tab's first page cannot be opened.
        var entries: [PageEntry] {
            guard pages.isEmpty, isRedacted == true, let tab else { return pages }
            return [PageEntry(url: tab.url.text, title: tab.name, style: .pushed, origin: .shell, isRedacted: true)]
        }
    }

    /// The version of the file; a host ignores a file of an unknown version.
    let formatVersion: String
    let branches: [Branch]
    let selected: Int

    private enum CodingKeys: String, CodingKey {
        case formatVersion = "format_version"
        case branches, selected
    }

    /// Creates the stored form of a stack. `shown` returns a URL without its sensitive values.
    init(_ stack: PageStack, shown: (String) -> String) {
        let share = max(Restoration.pageLimit / stack.branches.count, 1)
        formatVersion = "1.0"
        branches = stack.branches.map { branch in
            let tab = branch.tab.map { Tab($0.name, url: RouteURL(shown($0.url.text))) }
            return Branch(
                tab: tab, pages: branch.items.suffix(share).map { Self.entry($0, shown) },
                isRedacted: tab == branch.tab ? nil : true)
        }
        selected = stack.selected
    }

    private static func entry(_ item: PageStack.Item, _ shown: (String) -> String) -> PageEntry {
        let url = shown(item.entry.url)
        let isRedacted = item.isRedacted || url != item.entry.url
        // A title may contain the value that the URL hides.
        return PageEntry(
            url: url, title: isRedacted ? url : item.entry.title, style: item.entry.style,
            origin: Origin(item.origin), isRedacted: isRedacted ? true : nil, isWeb: item.isWeb ? true : nil,
            waiting: item.openers.isEmpty ? nil : item.openers.map { Opener(url: $0.text, origin: Origin($1)) })
    }

    /// The reason why the snapshot is invalid; `nil` if it is valid.
    var fault: String? {
        guard formatVersion.hasPrefix("1.") else { return "its version is \(formatVersion), not 1" }
        guard branches.indices.contains(selected) else { return "its selected tab does not exist" }
        guard branches.count <= Restoration.pageLimit else { return "it has more than \(Restoration.pageLimit) tabs" }
        let tabs = branches.compactMap(\.tab?.name)
        let isTabbed = tabs.count == branches.count && Set(tabs).count == tabs.count && !tabs.contains("")
        return isTabbed || branches.count == 1 && tabs.isEmpty ? nil : "its tab names are missing or repeated"
    }
}
