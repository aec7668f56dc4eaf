#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs clang-tidy with the profile of .clang-tidy on the sources of the project.

tidy.py BUILD [--tool clang-tidy-19] [--jobs N] [FILE...]    BUILD holds compile_commands.json; no FILE: all but the tests

Sources that are compiled with the same options are read together (../support/unity_groups.py), as one translation unit
that includes them; one that does not compile is read in halves. Prints each finding once; exit status 1 if there is
one. What was found in a unit is kept in the user's cache folder and holds while nothing that the unit reads has
changed, also in another checkout.
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
sys.path.insert(0, str(ROOT / "tests" / "support"))
import unity_groups  # noqa: E402
FOLDERS = ("core", "render", "widgets", "studio", "plugins")
UNIT_SIZE = 24  # sources; more need too much memory
INCLUDED = re.compile(r'^#include "(/[^"]+)"', re.M)
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


def sources_of(path, build):
    """A compiled source, or those that one which CMake has made of several includes."""
    if not path.is_relative_to(build):
        return [path]
    if not path.name.startswith("unity_"):
        return []
    return [pathlib.Path(name) for name in INCLUDED.findall(path.read_text(encoding="utf-8"))]


def units(build, wanted):
    """Lists of (options, sources) that can be read together."""
    by_options = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        for path in sources_of(pathlib.Path(entry["directory"], entry["file"]).resolve(), build):
            if wanted and path not in wanted or not path.is_relative_to(ROOT):
                continue
            if path.relative_to(ROOT).parts[0] in FOLDERS:
                by_options.setdefault(options(entry["command"]), set()).add(path)
    out = [(flags, group) for flags, paths in by_options.items() for group in unity_groups.groups(paths, UNIT_SIZE)]
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
    """Findings of all units, as text, sorted. Several processes share the work: what another one looks at comes last."""
    found = set()
    cache = Cache(tool)
    busy = object()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:

        def findings(unit, wait):
            key = cache.key(unit)
            with open(cache.folder / f"{key}.lock", "w", encoding="utf-8") as lock:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return busy
                known = None if verbose else cache.load(key)
                if known is not None:
                    return known
                more, apart = check(tool, unit, folder)
                if all(line > 0 for _, line, _, _ in more):  # not where a header of the system was missing
                    cache.store(key, more)
                if verbose:
                    for sources in apart:
                        print("cannot be read together:", *[path.relative_to(ROOT) for path in sources])
                return more

        waiting = [(unit, False) for unit in todo]
        while waiting:
            results = list(pool.map(findings, *zip(*waiting)))
            found.update(*[more for more in results if more is not busy])
            waiting = [(unit, True) for (unit, _), more in zip(waiting, results) if more is busy]
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
    found = look(todo, given.tool, given.jobs, given.verbose)
    print(*found, f"{count} sources in {len(todo)} units, {len(found)} findings", sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
