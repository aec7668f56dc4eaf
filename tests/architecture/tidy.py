#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs clang-tidy with the profile of .clang-tidy on the sources of the project.

tidy.py BUILD [--tool clang-tidy-19] [--jobs N] [FILE...]    BUILD holds compile_commands.json; no FILE: all but the tests

Most of the time of clang-tidy goes into headers, which it reads again for every source. So sources that are compiled
with the same options are read together, as one translation unit that includes them. Names in their unnamed namespaces
may collide then: sources that define the same name are kept apart, and a unit that does not compile is read in
halves. Prints each finding once; exit status 1 if there is one. What was found in a unit is kept in the user's cache
folder and holds while nothing that the unit reads has changed, also in another checkout.
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
import time

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


class Cache:
    """What was found in a unit, by a key that changes with whatever it depends on but for the system's headers."""

    INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
    KEPT_DAYS = 30

    def __init__(self, tool):
        version = subprocess.run([tool, "--version"], capture_output=True, check=True).stdout
        parts = [version, pathlib.Path(__file__).read_bytes(), (ROOT / ".clang-tidy").read_bytes()]
        self.common = hashlib.sha256(b"\0".join(parts)).digest()
        self.folder = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "tendril" / "tidy"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.read = {}  # file → digest of its contents, files that it includes

    def file(self, path):
        if path not in self.read:
            text = path.read_bytes()
            included = []
            for name in self.INCLUDE.findall(text.decode("utf-8")):
                for folder in (ROOT, path.parent):
                    if (folder / name).is_file():
                        included.append((folder / name).resolve())
                        break
            self.read[path] = hashlib.sha256(text).digest(), included
        return self.read[path]

    def key(self, unit):
        flags, sources = unit
        out = hashlib.sha256(self.common + repr([flag.replace(str(ROOT), "") for flag in flags]).encode())
        waiting, seen = list(sources), set(sources)
        while waiting:
            path = waiting.pop()
            digest, included = self.file(path)
            out.update(os.path.relpath(path, ROOT).encode() + b"\0" + digest)
            new = [other for other in included if other not in seen]
            waiting += new
            seen.update(new)
        return out.hexdigest()

    def load(self, key):
        """Findings with paths of this checkout; None: not known."""
        path = self.folder / key
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        path.touch()
        return {(str(ROOT / name), line, column, text) for name, line, column, text in found}

    def store(self, key, found):
        text = json.dumps([(os.path.relpath(name, ROOT), *rest) for name, *rest in sorted(found)], ensure_ascii=False)
        with tempfile.NamedTemporaryFile("w", dir=self.folder, delete=False, encoding="utf-8") as file:
            file.write(text)
        os.replace(file.name, self.folder / key)

    def prune(self):
        """Removes what nobody has asked for in a month."""
        oldest = time.time() - 86400 * self.KEPT_DAYS
        for path in self.folder.iterdir():
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)


def look(todo, tool, jobs, verbose):
    """Findings of all units, as text, sorted."""
    found = set()
    cache = Cache(tool)
    keys = [cache.key(unit) for unit in todo]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:

        def findings(unit, key):
            known = None if verbose else cache.load(key)
            if known is not None:
                return known, []
            more, apart = check(tool, unit, folder)
            if all(line > 0 for _, line, _, _ in more):  # not where a header of the system was missing
                cache.store(key, more)
            return more, apart

        for more, apart in pool.map(findings, todo, keys):
            found |= more
            if verbose:
                for sources in apart:
                    print("cannot be read together:", " ".join(str(path.relative_to(ROOT)) for path in sources))
    cache.prune()
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
    # One at a time: who comes second waits and finds what the first one has stored.
    with open(given.build / "tidy.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = look(todo, given.tool, given.jobs, given.verbose)
    print(*found, f"{count} sources in {len(todo)} units, {len(found)} findings", sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
