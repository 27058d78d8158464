# Everything is built with the native build system: in Swift 6.3.1 the other one writes a broken SONAME for dynamic
# products (Documentation/Decisions/0001).
SWIFT_FLAGS := --build-system native
PLUGINS := $(patsubst Plugins/%/Package.swift,%,$(wildcard Plugins/*/Package.swift))
PLUGIN_FOLDER := .build/plugins
SOURCES := Package.swift Sources Tests Plugins Benchmarks/Package.swift Benchmarks/Sources

.PHONY: run test build plugins test-plugins test-module facades format lint bench bench-modules bench-remote verify install clean

## run: build everything and start the shell with the in-tree modules and all plugins that build
run: build
	@$(MAKE) --no-print-directory --keep-going plugins || true
	@mkdir -p $(PLUGIN_FOLDER)
	@for name in $(PLUGINS); do test -e $(PLUGIN_FOLDER)/lib$$name.so || \
		echo "make: Plugins/$$name did not build and is left out; its errors are above" >&2; done
	@.build/debug/switchboard --modules $(PLUGIN_FOLDER)

# A test that waits for a process holds one of the threads on which tasks run, of which there are as many as cores. With
# more tests than that at once, requests of other tests would wait for a thread until their deadline.
TEST_FLAGS := --experimental-maximum-parallelization-width $(shell nproc)

## test: build everything and run the tests of host, SDK and in-tree modules
test: build plugins
	swift test $(SWIFT_FLAGS) $(TEST_FLAGS)

## build: the host and the in-tree modules
build:
	swift build $(SWIFT_FLAGS)

## plugins: build every package in Plugins, each on its own, and gather the libraries in .build/plugins
plugins: forget-plugins $(PLUGINS:%=plugin-%)

# A plugin that is no longer there, or does not build, is not loaded any more. The folder stays, and a library is replaced in
# one step, since a shell may watch them.
.PHONY: forget-plugins
forget-plugins:
	@mkdir -p $(PLUGIN_FOLDER)
	@rm -f $(filter-out $(PLUGINS:%=$(PLUGIN_FOLDER)/lib%.so),$(wildcard $(PLUGIN_FOLDER)/*.so))

plugin-%: forget-plugins
	swift build $(SWIFT_FLAGS) --package-path Plugins/$* || { rm -f $(PLUGIN_FOLDER)/lib$*.so; exit 1; }
	@cp Plugins/$*/.build/debug/lib$*.so $(PLUGIN_FOLDER)/lib$*.so.new
	@mv $(PLUGIN_FOLDER)/lib$*.so.new $(PLUGIN_FOLDER)/lib$*.so

## test-plugins: run the tests of every package in Plugins that has some
test-plugins: $(patsubst Plugins/%/Tests,test-plugin-%,$(wildcard Plugins/*/Tests))

test-plugin-%:
	swift test $(SWIFT_FLAGS) --package-path Plugins/$*

## test-module: build and test the module NAME alone, in the tree or in Plugins, as in `make test-module NAME=Rent`
test-module:
	@Scripts/test-module.sh "$(NAME)"

## facades: write the façades again that modules keep of one another (`switchboard routes --swift`)
facades: build plugins
	Scripts/facades.sh

## format: rewrite the sources in the project's style
format:
	swift format --in-place --recursive --parallel $(SOURCES)

## lint: check the sources against the project's style
lint:
	swift format lint --strict --recursive --parallel $(SOURCES)

## bench: measure the router beside its peers (Documentation/Performance.md); options go into BENCH_OPTIONS
bench:
	@Scripts/bench.sh $(BENCH_OPTIONS)

## bench-modules: measure what 1,000 installed modules add to a start, and the first request to one
bench-modules:
	@Scripts/bench-modules.sh

## bench-remote: measure what a remote costs, a kept answer and a miss to nginx
bench-remote:
	@Scripts/bench-remote.sh

## verify: what is slow: the tests under both sanitizers, two processes that install and remove 50 times, 1,000 reloads under load, the fuzz targets
## for a minute each, and nginx as a remote
verify: build
	Scripts/sanitize.sh thread
	Scripts/sanitize.sh address
	SWITCHBOARD_TEST_ROUNDS=50 swift test $(SWIFT_FLAGS) --filter 'Two processes that install'
	SWITCHBOARD_TEST_ROUNDS=1000 swift test $(SWIFT_FLAGS) --filter 'under the load of eight clients'
	Scripts/fuzz.sh run 60
	Scripts/check-remote.sh

## install: build for release and install executable, libraries and SDK sources below PREFIX
install:
	Scripts/install.sh "$(PREFIX)"

## clean: remove everything that was built
clean:
	rm -rf .build .build-sanitize Plugins/*/.build Benchmarks/.build
