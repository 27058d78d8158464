import Glibc

/// A group that was made for one user alone, as many systems do: it bears the user's name and has no other member.
enum PrivateGroup {
    /// Whether the group is the owner's own.
    static func isPrivate(_ group: gid_t, of owner: uid_t) -> Bool {
        guard let user = user(owner), user.group == group, let entry = entry(group), entry.name == user.name else {
            return false
        }
        return entry.members.allSatisfy { $0 == user.name }
    }

    /// Room for the texts of an entry; one that needs more is taken for none.
    private static let capacity = 1 << 16

    private static func user(_ number: uid_t) -> (name: String, group: gid_t)? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            var entry = passwd()
            var result: UnsafeMutablePointer<passwd>?
            guard let room = buffer.baseAddress,
                getpwuid_r(number, &entry, room, buffer.count, &result) == 0, result != nil, let name = entry.pw_name
            else { return nil }
            return (String(cString: name), entry.pw_gid)
        }
    }

    private static func entry(_ number: gid_t) -> (name: String, members: [String])? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            var entry = group()
            var result: UnsafeMutablePointer<group>?
            guard let room = buffer.baseAddress,
                getgrgid_r(number, &entry, room, buffer.count, &result) == 0, result != nil, let name = entry.gr_name
            else { return nil }
            var members: [String] = []
            var next = entry.gr_mem
            while let member = next?.pointee {
                members.append(String(cString: member))
                next = next?.successor()
            }
            return (String(cString: name), members)
        }
    }
}
