// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Acts while a person types, and has routes for every kind of completion.
struct TypistModule: Module {
    static let info = ModuleInfo("Typist", "1.0", "Acts while a person types")
    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    struct Order: Codable, Sendable { let pipe: String }

    enum City: String, Codable, CaseIterable, Sendable { case beijing, shanghai }

    struct Search: Codable, Sendable {
        let city: City
        let flat: Bool
    }

    var routes: [Route] {
        // The action from the pipe is done after the answer.
        Call("/typist/later", taking: Order.self) { order in
            Task.detached { act(on: Self.word(from: order.pipe)) }
            return true
        }
        Call("/typist/find", taking: Search.self) { search in "\(search.city.rawValue) \(search.flat)" }
        Call("/typist/sort/:by<one(price,size)>") { _ in "sorted" }
        Open("/typist/form") { _ in
            Page("Form") {
                Form("Order", calling: "app://typist/send") {
                    TextField("name", "Name").required()
                    ChoiceField("city", "City", [Form.Choice("bj", "Beijing"), Form.Choice("sh")])
                    SecretField("word", "Word")
                }
            }
        }
        Call("/typist/send") { _ in true }
    }

    private static func word(from pipe: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(open(pipe, O_RDONLY), &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    private func act(on word: String) {
        switch word {
        case "exit": exit(9)
        case "trap": fatalError("trapped")
        case "abort": abort()
        case "fault": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "bus": kill(getpid(), SIGBUS)
        case "child": context.log(.notice, "the child ended by \(Self.endOfChild())")
        default: context.log(.notice, word)
        }
    }

    /// Starts another process and kills it.
    private static func endOfChild() -> CInt {
        var (child, status) = (pid_t(), CInt())
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("60"), nil]
        posix_spawn(&child, "/bin/sleep", nil, nil, &words, nil)
        kill(child, SIGKILL)
        waitpid(child, &status, 0)
        return status & 0x7F
    }
}

@c(switchboard_v1_Typist)
public func switchboardTypist(_ host: HostPointer) -> CInt { TypistModule.export(to: host) }
