/// The Swift toolchains that a file was built with, as its `.comment` names them.
enum Toolchain {
    /// The lines that name swiftlang's LLVM with its revision; others name the C compiler of the system's start files.
    ///
    /// A linker changes nothing of the code, and leaves its name only where it is LLVM's own.
    static func lines(of image: ELFImage) throws(ELFError) -> [String] {
        try image.comments().filter { $0.contains("swiftlang") && !$0.hasPrefix("Linker: ") }
    }
}
