#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs clang-tidy with the profile of .clang-tidy on the sources of the project.

tidy.py BUILD [--tool clang-tidy-19] [--jobs N] [FILE...]    BUILD holds compile_commands.json; no FILE: all but the tests

Sources are read together (../support/unity_groups.py), as one translation unit that includes first all headers, then
them, each with its own names marked where another one has them, too; one that does not compile is read in halves.
Prints each finding once; exit status 1 if there is one. What was found in a unit is kept in the user's cache folder and
holds while nothing that the unit reads has changed, also in another checkout.
"""
import argparse
import collections
import concurrent.futures
import fcntl
import functools
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
# Sources of a unit: most of the time goes into headers, but a hundred need 7 GB.
UNIT_SIZE = 100 if os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") > 15e9 else 32
WORD = re.compile(r"\w+")
MEMBER = re.compile(r"(?:\.|->|::)\s*(\w+)")  # also what is qualified by a class or namespace
INCLUDED = re.compile(r'^#include "(/[^"]+)"', re.M)
FINDING = re.compile(r"^(/[^:\n]+):(\d+):(\d+): (warning|error): (.*)$", re.M)


def options(commands):
    """What matters of compile commands, of all together: folders, definitions, language. What a target sees beyond its
    own does it no harm; the processor's level is that of most of them."""
    folders, others = {}, collections.Counter()  # dictionaries keep the order in which compilers look
    for command in commands:
        words = iter(shlex.split(command)[1:])
        for word in words:
            if word in ("-isystem", "-iquote"):
                folders[word, next(words)] = None
            elif word in ("-o", "-include", "-MF", "-MT", "-MQ"):
                next(words)
            elif word.startswith(("-I", "-D", "-std", "-m", "-f")):
                others[word] += 1
    return tuple(sorted({word.partition("=")[0]: word for word, _ in reversed(others.most_common())}.values())) + tuple(
        word for pair in folders for word in pair)


def sources_of(path, build):
    """A compiled source, or those that one which CMake has made of several includes."""
    if not path.is_relative_to(build):
        return [path]
    if not path.name.startswith("unity_"):
        return []
    return [pathlib.Path(name) for name in INCLUDED.findall(path.read_text(encoding="utf-8"))]


def own_names(text):
    """Names that only one source of a unit may have: those that `unit_text` cannot tell apart."""
    free = markable(text)
    return {name: meaning for name, meaning in unity_groups.own_names(text).items() if name.partition("(")[0] not in free}


def markable(text):
    """Names that a source keeps to itself and nothing else that it uses has: a macro can give it another one."""
    names = {name.partition("(")[0] for name, meaning in unity_groups.own_names(text).items()
             if not isinstance(meaning, str) or "=" in meaning}
    return names - set(MEMBER.findall(text))


def units(build, wanted):
    """Lists of (options, sources) that can be read together."""
    paths, commands = set(), []
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        found = {path for path in sources_of(pathlib.Path(entry["directory"], entry["file"]).resolve(), build)
                 if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in FOLDERS}
        if found:
            commands.append(entry["command"])
            paths |= found
    flags = options(commands)
    groups = unity_groups.groups(paths & wanted if wanted else paths, UNIT_SIZE, own_names=own_names)
    return [(flags, group) for group in groups]


def headers(path, text):
    """What a source includes wherever it is compiled, with absolute paths for what is ours."""
    depth = 0
    for line in text.splitlines():
        if line.startswith("#if"):
            depth += 1
        elif line.startswith("#endif"):
            depth -= 1
        elif depth == 0 and (match := re.match(r'#include (<[^>]+>|"([^"]+)")', line)):
            beside = path.parent / match[2] if match[2] else None
            yield f'"{beside}"' if beside and beside.is_file() else match[1]


@functools.cache
def words_of_headers():
    """All words of our headers: a name of one of them may stand for something else in a source that does not see it."""
    return {word for folder in FOLDERS for path in (ROOT / folder).rglob("*.hpp")
            for word in WORD.findall(path.read_text(encoding="utf-8"))}


def unit_text(sources):
    """The translation unit that reads all of them."""
    texts = {path: path.read_text(encoding="utf-8") for path in sources}
    lines = list(dict.fromkeys(f"#include {name}" for path in sources for name in headers(path, texts[path])))
    used = collections.Counter(word for text in texts.values() for word in set(WORD.findall(text)))
    used.update(words_of_headers())
    for i, (path, text) in enumerate(texts.items()):
        names = sorted(name for name in markable(text) if used[name] > 1)
        lines += [f"#define {name} {name}_{i}" for name in names]
        lines.append(f'#include "{path}"')
        lines += [f"#undef {name}" for name in names]
    return "\n".join(lines) + "\n"


def run(tool, flags, sources, folder):
    """Findings of one unit: {(file, line, column, text)}, and whether it compiled."""
    source = sources[0]
    if len(sources) > 1:
        handle, name = tempfile.mkstemp(suffix=".cpp", dir=folder, text=True)
        source = pathlib.Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(unit_text(sources))
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
