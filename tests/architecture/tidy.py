#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs clang-tidy with the profile of .clang-tidy on the sources of the project.

tidy.py BUILD [--tool clang-tidy-19] [--jobs N] [FILE...]    BUILD holds compile_commands.json; no FILE: all but the tests

Most of the time of clang-tidy goes into headers, which it reads again for every source. So sources that are compiled
with the same options are read together, as one translation unit that includes them. Names in their unnamed namespaces
may collide then: sources that define the same name are kept apart, and a unit that does not compile is read in
halves. Prints each finding once; exit status 1 if there is one. What was found stays in BUILD/tidy.json until a source
changes.
"""
import argparse
import concurrent.futures
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("core", "render", "widgets", "studio", "plugins")
UNIT_SIZE = 24  # sources; more need too much memory
UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.M | re.S)
# A name at the start of a line's declaration: struct X, using X =, using a::X, kX =, x(…).
DEFINED = re.compile(r"^(?!namespace |static_assert|template |using namespace)(?:(?:struct|class|enum class|enum|using|concept) (\w+)|\w[^={(;\n]*?\b(\w+)\s*[({=\[;])", re.M)
CONSTANT = re.compile(r"\b(k[A-Z]\w*) *[={(]")  # all of a line that declares several
USED = re.compile(r"^using [\w:]+::(\w+);", re.M)
OPENED = re.compile(r"^using namespace (\w[\w:]*);", re.M)  # changes what names mean in all that is read behind it
FINDING = re.compile(r"^(/[^:\n]+):(\d+):(\d+): (warning|error): (.*)$", re.M)


def options(command):
    """What matters of a compile command: folders, definitions, language and processor."""
    words, kept, i = shlex.split(command), [], 1
    while i < len(words):
        word = words[i]
        if word in ("-isystem", "-iquote"):
            kept += [word, words[i + 1]]
            i += 1
        elif word in ("-o", "-include", "-MF", "-MT", "-MQ"):
            i += 1
        elif word.startswith(("-I", "-D", "-std", "-m", "-f")) and word != "-fno-fat-lto-objects":
            kept.append(word)
        i += 1
    return tuple(kept)


def own_names(path):
    """Names that a source defines in its unnamed namespaces."""
    text = path.read_text(encoding="utf-8")
    names = {name for block in UNNAMED.findall(text) for pair in DEFINED.findall(block) for name in pair if name}
    names.update(name for block in UNNAMED.findall(text) for name in CONSTANT.findall(block))
    return names | set(USED.findall(text))


def opened(path):
    """Namespaces that a source opens outside functions."""
    return tuple(sorted(set(OPENED.findall(path.read_text(encoding="utf-8")))))


def units(build, wanted):
    """Lists of (options, sources) that can be read together."""
    groups = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if path.is_relative_to(build) or not path.is_relative_to(ROOT):
            continue
        if wanted and path not in wanted or path.relative_to(ROOT).parts[0] not in FOLDERS:
            continue
        groups.setdefault((options(entry["command"]), opened(path)), set()).add(path)
    out = []
    for (flags, _), paths in groups.items():
        open_units = []
        for path in sorted(paths):
            names = own_names(path)
            for sources, taken in open_units:
                if len(sources) < UNIT_SIZE and not names & taken:
                    break
            else:
                open_units.append(([], set()))
                sources, taken = open_units[-1]
            sources.append(path)
            taken |= names
        out += [(flags, sources) for sources, _ in open_units]
    return sorted(out, key=lambda unit: -len(unit[1]))


def run(tool, flags, sources, folder):
    """Findings of one unit: {(file, line, column, text)}, and whether it compiled."""
    source = sources[0]
    if len(sources) > 1:
        handle, name = tempfile.mkstemp(suffix=".cpp", dir=folder, text=True)
        source = pathlib.Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.writelines(f'#include "{path}"\n' for path in sources)
    command = [tool, "--quiet", f"--config-file={ROOT / '.clang-tidy'}", str(source), "--", *flags, "-w"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    found = {(path, int(line), int(column), text)
             for path, line, column, _, text in FINDING.findall(result.stdout)}
    compiled = "clang-diagnostic" not in result.stdout and not re.search(r"^error: ", result.stdout, re.M)
    if not compiled and len(sources) == 1:
        found.add((str(source), 0, 0, "clang cannot read this source:\n" + result.stdout[:2000]))
    return found, compiled


def check(tool, unit, folder):
    flags, sources = unit
    found, compiled = run(tool, flags, sources, folder)
    if compiled or len(sources) == 1:
        return found, []
    middle = len(sources) // 2
    found, apart = set(), [sources]
    for half in (sources[:middle], sources[middle:]):
        more, others = check(tool, (flags, half), folder)
        found |= more
        apart += others
    return found, apart


def state_of(tool, todo):
    """A number that changes with whatever a run depends on, but for the system's headers."""
    out = hashlib.sha256(subprocess.run([tool, "--version"], capture_output=True, check=True).stdout)
    files = [pathlib.Path(__file__), ROOT / ".clang-tidy"]
    for folder in FOLDERS:
        files += sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in (".cpp", ".hpp", ".h"))
    for path in files:
        out.update(str(path).encode() + b"\0" + path.read_bytes())
    out.update(repr([(flags, [str(path) for path in sources]) for flags, sources in todo]).encode())
    return out.hexdigest()


def look(todo, tool, jobs, verbose):
    """Findings of all units, as text, sorted."""
    found = set()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        for more, apart in pool.map(lambda unit: check(tool, unit, folder), todo):
            found |= more
            if verbose:
                for sources in apart:
                    print("cannot be read together:", " ".join(str(path.relative_to(ROOT)) for path in sources))
    return [f"{os.path.relpath(path, ROOT)}:{line}:{column}: {text}" for path, line, column, text in sorted(found)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--tool", default="clang-tidy-19")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true", help="look again, say which sources could not be read together")
    given = parser.parse_intermixed_args()
    todo = units(given.build.resolve(), {path.resolve() for path in given.files})
    count = sum(len(sources) for _, sources in todo)
    if count == 0:
        sys.exit("no sources: " + str(given.build / "compile_commands.json"))
    # One at a time: who comes second waits and reads what the first one found.
    with open(given.build / "tidy.json", "a+", encoding="utf-8") as record:
        fcntl.flock(record, fcntl.LOCK_EX)
        record.seek(0)
        text = record.read()
        last = json.loads(text) if text else {}
        state = state_of(given.tool, todo)
        if given.verbose or last.get("state") != state:
            last = {"state": state, "findings": look(todo, given.tool, given.jobs, given.verbose)}
            record.truncate(0)
            record.write(json.dumps(last, ensure_ascii=False))
    print(*last["findings"], f"{count} sources in {len(todo)} units, {len(last['findings'])} findings", sep="\n")
    sys.exit(1 if last["findings"] else 0)


if __name__ == "__main__":
    main()
