import Testing

@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct InspectionNameTests {
    @Test(arguments: [
        "$s8Mediator7RequestVMn", "$s8Mediator8ResolverMp", "$s9ModuleKit0A0Mp", "$s9ModuleKit0A4InfoVMn",
        "$s8Mediator8FeedbackV7OutcomeOMn", "$s9ModuleKit18RecordingNavigatorCMn", "$s8Mediator6EEEvenVMn",
        "$s8Mediator5PlainV6NestedMp", "$s8Mediator8Str_angeV6_UnderVMn", "$s8Mediator007t_geaBhVMn",
        "$s9ModuleKit0A12CouponsE3BarVMn", "$s9ModuleKit0aB4BaseCMn", "$s9ModuleKit03TheA0VMn",
        "$s8Mediator6Hidden33_65DE6E7A8EB5E165DFA05999D72BCF97LLV2InVMn",
        "$s8Mediator6Hidden33_65DE6E7A8EB5E165DFA05999D72BCF97LLMp",
    ])
    func `a type or protocol of the SDK is recognized as the SDK's own`(symbol: String) {
        #expect(MangledName.isDescriptorOfSDK(symbol))
    }

    // Names as the compiler mangles them, for modules named Coupons, ModuleCoupons, E and lElement.
    @Test(arguments: [
        "$s8Mediator5PlainV7CouponsE1GVMn", "$s8Mediator5PlainV7CouponsE10NestedMineMp", "$s8Mediator5PlainV1EE1GVMn",
        "$s9ModuleKit0A4InfoV7CouponsE3BarVMn", "$s9ModuleKit0A4InfoV0A7CouponsE3BarVMn",
        "$s8Mediator007t_geaBhV7CouponsE006Br_viaVMn", "$s8Mediator3BoxV8lElementE2E0VMn",
        "$s8Mediator3BoxV7CouponsSERzlE2E2V4DeepVMn", "$s8Mediator3BoxV7CouponsyycRszlE3E10VMn",
        "$s8Mediator3BoxV7CouponsAA5PlainVRszlE2E4VMn", "$s8Mediator3BoxV7CouponsSi_SSSgtRszlE2E7VMn",
        "$s8Mediator3BoxV4ItemV7CouponsSDySSSiGRszlE2E6VMn", "$s8Mediator3BoxV7CouponsRlzClE2E8VMn",
        "$s8Mediator4PairV7CouponsAA14WithAssociatedRzSHR_1AQzRs_rlE2F3VMn",
        "$s8Mediator5PlainV7CouponsE1H33_0BEB5A48B85C7ECC28BDACFBC5334797LLVMn",
    ])
    func `a type that a plugin nests in an extension of an SDK type is not the SDK's own`(symbol: String) {
        #expect(!MangledName.isDescriptorOfSDK(symbol))
    }

    @Test(arguments: [
        "$s8Mediator", "$s8MediatorMn", "$s8Mediator99RequestVMn", "$s8Mediator7Request", "$s8Mediator7RequestV",
        "$s8Mediator0", "$s8Mediator0a", "$s8Mediator0A", "$s8Mediator00", "$s8Mediator0A99xVMn",
        "$s8Mediator99999999999999999999999VMn", "$s8Mediator3topypyF5LocalL_VMn", "$s8Mediator3BoxVAASERzlE3OwnVMn",
    ])
    func `a name that is not a plain type's name is not the SDK's own`(symbol: String) {
        #expect(!MangledName.isDescriptorOfSDK(symbol))
    }

    @Test(arguments: [
        ("switchboard_v1_Rent", 1, "Rent"), ("switchboard_v4294967295_X", 4_294_967_295, "X"),
        ("switchboard_v12_My_Module", 12, "My_Module"), ("switchboard_v0_Été2", 0, "Été2"),
    ])
    func `an entry point's name contains contract and module`(symbol: String, contract: Int, module: String) throws {
        let entryPoint = try #require(EntryPoint(symbol: symbol))
        #expect(entryPoint == EntryPoint(contract: UInt32(contract), module: module))
        #expect(entryPoint.symbol == symbol)
    }

    @Test(arguments: [
        "", "switchboard_v", "switchboard_v1", "switchboard_v1_", "switchboard_v_Rent", "switchboard_v01_Rent",
        "switchboard_v+1_Rent", "switchboard_v-1_Rent", "switchboard_v4294967296_Rent", "switchboard_vx_Rent",
        "switchboard_v1_a/b", "switchboard_v1_a\u{1B}[2J", "switchboard_1_Rent", "Switchboard_v1_Rent", "v1_Rent",
    ])
    func `a symbol of another form is not an entry point's name`(symbol: String) {
        #expect(EntryPoint(symbol: symbol) == nil)
    }
}
