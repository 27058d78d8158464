import Testing
@testable import Host
@Test func `host links`() { _ = PackageResources.remote_table_json }
