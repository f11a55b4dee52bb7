# make build      the program of this working copy, for release (some fifteen minutes on two cores)
# make test       all tests
# make install    program, completions, man pages, documents; PREFIX=/usr/local, DESTDIR=
# make uninstall  takes away what install put there; configuration and state of users stay
# make deb        a Debian package of this working copy, in OUT
# make release    everything of a release, from the commit COMMIT alone, in OUT; see RELEASING.md
# make sign       signs it: MINISIGN_KEY=FILE
#
# HEAN=FILE takes a program that is there already in place of building one.

PREFIX = /usr/local
DESTDIR =
OUT = dist
COMMIT = HEAD
HEAN =
MINISIGN_KEY =

built = .build/release/hean
program = $(or $(HEAN),$(built))
manifest = $(DESTDIR)$(PREFIX)/share/doc/hean/installed

.PHONY: build test install uninstall deb release sign

build:
	swift build --configuration release --product hean --static-swift-stdlib

test:
	swift test --experimental-maximum-parallelization-width 2

# Not built anew here: install runs as root, and a build should not.
$(built):
	@echo "there is no $(built): 'make build' first, without root; or name a program by HEAN=FILE" >&2; exit 1

install: $(program)
	@work=$$(mktemp -d) && trap 'rm -rf "$$work"' EXIT && \
	Packaging/stage "$(program)" "$$work/staged" "$(PREFIX)" && \
	(cd "$$work/staged" && find . -type f -printf '%P\n' | LC_ALL=C sort) >"$$work/list" && \
	if [ -f "$(manifest)" ]; then $(MAKE) --no-print-directory uninstall >/dev/null; fi && \
	mkdir -p "$(DESTDIR)$(PREFIX)" && \
	(cd "$$work/staged" && tar --create --owner=0 --group=0 .) | tar --extract --no-same-owner --no-overwrite-dir -C "$(DESTDIR)$(PREFIX)" && \
	install -m 644 "$$work/list" "$(manifest)"
	@echo "installed: $(DESTDIR)$(PREFIX)/bin/hean"

uninstall:
	@test -f "$(manifest)" || { echo "nothing was installed there: no $(manifest)" >&2; exit 1; }
	@(cd "$(DESTDIR)$(PREFIX)" && tr '\n' '\0' <share/doc/hean/installed | xargs -0 rm -f && rm share/doc/hean/installed && \
	find share/doc/hean -depth -type d -empty -delete)
	@echo "gone: $(DESTDIR)$(PREFIX)/bin/hean; 'hean uninstall --list', before, tells which files of a user stay"

deb: $(program)
	Packaging/deb "$(program)" "$(OUT)" "$$(git log -1 --format=%ct)"

release:
	Packaging/release "$(COMMIT)" "$(OUT)" $(HEAN)

sign:
	@test -n "$(MINISIGN_KEY)" || { echo "MINISIGN_KEY=FILE names the secret key" >&2; exit 64; }
	Packaging/sign "$(OUT)" "$(MINISIGN_KEY)"
