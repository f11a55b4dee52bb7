"""A program that reads all questions with an optimised copy of HeanQuestions, which may be changed before it is built."""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / ".build-needed"

MANIFEST = '''// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"), .unsafeFlags(["-enable-testing", "-suppress-warnings", FLAGS]),
]
let package = Package(
  name: "asking",
  targets: [
    .target(name: "HeanCore", swiftSettings: settings),
    .target(name: "HeanQuestions", dependencies: ["HeanCore"], exclude: ["Examples"], swiftSettings: settings),
    .executableTarget(
      name: "asking", dependencies: ["HeanQuestions", "HeanCore"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags([FLAGS])]),
  ],
  swiftLanguageModes: [.v6]
)
'''


def built(main, flags=(), change=lambda copy: None):
    """Builds main, a file beside this one. Files keep their times, so that what has not changed is not compiled again.

    Returns the program, and the copy of the tree that it was made of."""
    copy = BUILD / pathlib.Path(main).stem
    shutil.rmtree(copy / "Sources", ignore_errors=True)
    program = copy / "Sources/asking"
    program.mkdir(parents=True)
    quoted = ", ".join(f'"{flag}"' for flag in flags)
    (copy / "Package.swift").write_text(MANIFEST.replace(", FLAGS", f", {quoted}" if flags else "").replace("FLAGS", quoted))
    for name in ("HeanCore", "HeanQuestions"):
        shutil.copytree(ROOT / "Sources" / name, copy / "Sources" / name)
    for name in (main, "AllQuestions.swift"):
        shutil.copy2(ROOT / ".ci/questions" / name, program)
    # These two are of other targets.
    label = (ROOT / "Tests/HeanQuestionsTests/LabelledQuestion.swift").read_text()
    (program / "LabelledQuestion.swift").write_text(label.replace("import HeanTestSupport\n", ""))
    fixtures = (ROOT / "Tests/HeanTestSupport/Fixtures.swift").read_text().replace("package ", "")
    (program / "Fixtures.swift").write_text(
        fixtures.replace("#filePath", f'"{ROOT}/Tests/HeanTestSupport/Fixtures.swift"'))
    change(copy)
    folder = copy.with_suffix(".build")
    made = subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", copy, "--scratch-path", folder], stdout=sys.stderr)
    if made.returncode:
        sys.exit(f"{main} does not compile")
    return folder / "release/asking", copy
