# Everything is built with the native build system, because in Swift 6.3.1 the other build system writes a broken SONAME
# for dynamic products (Documentation/Decisions/0001).
SWIFT_FLAGS := --build-system native
PLUGINS := $(patsubst Plugins/%/Package.swift,%,$(wildcard Plugins/*/Package.swift))
PLUGIN_FOLDER := .build/plugins
SOURCES := Package.swift Sources Tests Plugins Examples Benchmarks/Package.swift Benchmarks/Sources

.PHONY: run help test test-isolated test-fleet check build build-tests sdk contract plugins test-plugins test-module contracts facades format lint bench docs faults verify install dist clean

## run: build everything and start the shell with the demonstration app and all plugins that build
run: build
	@$(MAKE) --no-print-directory --keep-going plugins || true
	@mkdir -p $(PLUGIN_FOLDER)
	@for name in $(PLUGINS); do test -e $(PLUGIN_FOLDER)/lib$$name.so || \
		echo "make: Plugins/$$name did not build and is left out; its errors are above" >&2; done
	@.build/debug/switchboard --modules $(PLUGIN_FOLDER) --demo

# Tests that wait for processes use separate threads (Tests/AppTests/Process/OwnThread.swift), and some of them wait for
# limits of 10 and 15 seconds. Three parallel tests for each core keep the cores busy; with many more, tests miss
# deadlines.
TEST_FLAGS := --experimental-maximum-parallelization-width $(shell expr 3 '*' $$(nproc))

## help: print the targets
help:
	@sed -n 's/^## //p' Makefile

## test: build everything and run the tests of host, SDK and in-tree modules; print failures, omitted tests and the number of tests
test: build-tests
	@swift test $(SWIFT_FLAGS) $(TEST_FLAGS) --skip-build --quiet

## test-isolated: run the suites with `.tags(.isolated)` again, with the in-tree modules in their own processes
test-isolated: build-tests
	suites=$$(Scripts/tagged-suites.sh isolated) && \
		SWITCHBOARD_TEST_ISOLATED=1 swift test $(SWIFT_FLAGS) $(TEST_FLAGS) --skip-build --quiet --filter "$$suites"

## test-fleet: run the suites with `.tags(.fleet)` again, with the in-tree modules on another host of a fleet; needs nats-server and libnats3.4. Suites with web hosts, which both hosts must name, and with lists, which say "elsewhere", do not have the tag
test-fleet: build-tests
	suites=$$(Scripts/tagged-suites.sh fleet) && \
		SWITCHBOARD_TEST_FLEET=1 swift test $(SWIFT_FLAGS) $(TEST_FLAGS) --skip-build --quiet --filter "$$suites"

## check: run everything that a change must pass, and print the seconds of each step
check:
	@.ci/run

## build: build the host and the in-tree modules; VERBOSE=1 prints the output of this and of all other builds
build:
	@Scripts/step.sh "build the host and the in-tree modules" swift build $(SWIFT_FLAGS)

## build-tests: build the host, the in-tree modules, the plugins and the tests
build-tests: build plugins
	@Scripts/step.sh "build the tests" swift build $(SWIFT_FLAGS) --build-tests

## sdk: build the SDK once in .build/sdk, so that plugins do not compile it
sdk:
	@Scripts/step.sh "build the SDK" swift build $(SWIFT_FLAGS) --product ModuleKit
	@Scripts/step.sh "build the storage" swift build $(SWIFT_FLAGS) --product Storage
	@Scripts/sdk-modules.sh .build/sdk .build/debug/Modules .build/debug/libModuleKit.so

## contract: add new declarations of the SDK to Tests/Contract; fails if a declaration is missing or has changed
contract:
	Scripts/check-contract.sh write

## plugins: build each package in Plugins separately, and collect the libraries in .build/plugins
plugins: forget-plugins $(PLUGINS:%=plugin-%)

# The library of a plugin that is absent, or does not build, is removed. The folder stays, and a library is replaced in
# one step, since a shell may watch them.
.PHONY: forget-plugins
forget-plugins:
	@mkdir -p $(PLUGIN_FOLDER)
	@rm -f $(filter-out $(PLUGINS:%=$(PLUGIN_FOLDER)/lib%.so),$(wildcard $(PLUGIN_FOLDER)/*.so))

plugin-%: forget-plugins sdk
	@Scripts/step.sh "build Plugins/$*" Scripts/module.sh build Plugins/$* || { rm -f $(PLUGIN_FOLDER)/lib$*.so; exit 1; }
	@cp Plugins/$*/.build/debug/lib$*.so $(PLUGIN_FOLDER)/lib$*.so.new
	@mv $(PLUGIN_FOLDER)/lib$*.so.new $(PLUGIN_FOLDER)/lib$*.so

## test-plugins: run the tests of every package in Plugins that has tests
test-plugins: $(patsubst Plugins/%/Tests,test-plugin-%,$(wildcard Plugins/*/Tests))

test-plugin-%: sdk
	Scripts/module.sh test Plugins/$*

## test-module: build and test only the module NAME, in the tree or in Plugins, as in `make test-module NAME=Rent`, and write its contract to Contracts; with ISOLATED=1, test it again as in another process
test-module:
	@Scripts/contracts.sh keep "$$NAME"
	@test -z "$(ISOLATED)" || Scripts/module.sh isolated "$$NAME"

## contracts: run the tests of all modules and plugins, write their contracts to Contracts, and compare these with the routes (`switchboard contract check`)
contracts: build-tests
	Scripts/contracts.sh write

## facades: write the façades of modules in Sources/ModuleRoutes again (`switchboard routes --swift`)
facades: build plugins
	Scripts/facades.sh

## format: rewrite the sources in the project's style
format:
	swift format --in-place --recursive --parallel $(SOURCES)

## lint: check the sources against the project's style, and against the rules of CONTRIBUTING.md that a script can check
lint:
	@failed=0; swift format lint --strict --recursive --parallel $(SOURCES) || failed=1; \
		Scripts/check-rules.sh || failed=1; Scripts/check-language.sh || failed=1; exit $$failed

## bench: measure rows of Documentation/Performance.md, as in `make bench WHAT=start`; OPTIONS="…" passes options; without WHAT, list the benchmarks
bench:
	@Scripts/bench.sh $(WHAT) $(OPTIONS)

## faults: run the host with a plugin that has each fault, at each stage, in its process and isolated, and compare the effects with Documentation/Faults.md; with SWITCHBOARD_TEST_RECORD=1, write its tables again
faults: build-tests
	SWITCHBOARD_TEST_ROUNDS=2 swift test $(SWIFT_FLAGS) --skip-build --quiet --filter 'The faults of a plugin'

## verify: run the slow checks: the README's commands on a bare system, the packages on two, two builds of the same bytes, both sanitizers, many installs, reloads and changes, killed hosts, the faults, a million calls, the tests with isolated modules, the fuzz targets for a minute each, nginx as a remote, WebShell and the reference in a browser, agents by the protocol's own client, the workflow of a public host; STEPS="NAME …" runs only these
verify:
	Scripts/verify.sh $(STEPS)

## docs: build the reference of the SDK in .build/docs
docs:
	@Scripts/step.sh "build the reference" Scripts/docs.sh

## install: build for release and install executable, libraries, SDK sources, the demonstration app, the manual page and completions below PREFIX
install:
	Scripts/install.sh "$(PREFIX)"

## dist: build for release and write two Debian packages, an archive, their checksums and an SPDX list into .build/dist
dist:
	Scripts/dist.sh

## clean: remove everything that was built
clean:
	rm -rf .build .build-sanitize Plugins/*/.build Examples/*/.build Benchmarks/.build
