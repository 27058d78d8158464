import Glibc

/// Shows a prompt and ends with the next line.
@main struct Empty {
    static func main() {
        print("switchboard> ", terminator: "")
        fflush(nil)
        _ = readLine()
    }
}
