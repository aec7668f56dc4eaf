#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Says which sources can be compiled as one, for builds with TENDRIL_UNITY and for tidy.py.

unity_groups.py LIST OUTPUT    lines of LIST: a target of CMake and a source of it, a tab between; OUTPUT: CMake code

Most of the time of compilers goes into headers, which they read again for every source. Sources that are read together
share that, but names in their unnamed namespaces may collide: sources that define the same name are kept apart.
"""
import pathlib
import re
import sys

MOST_SOURCES, MOST_LINES = 16, 2000  # of a group; longer ones keep one processor busy at the end
UNNAMED = re.compile(r"^namespace \{\n(?:([^\n]*)\n\}$|(.*?)^\}  // namespace$)", re.M | re.S)
# A name at the start of a line's declaration: struct X, using X =, using a::X, kX =, x(…).
DEFINED = re.compile(r"^(?:\[\[\w+\]\] )?(?!namespace |static_assert|template |using namespace)(?:(?:struct|class|enum class|enum|using|concept) (\w+)|\w[^={(;\n]*?\b(\w+)\s*[({=\[;])", re.M)
CONSTANT = re.compile(r"\b(k[A-Z]\w*) *[={(]")  # all of a line that declares several
USED = re.compile(r"^using [\w:]+::(\w+);", re.M)
ALONE = re.compile(r'^void\*? operator (?:new|delete)|^extern "C" ', re.M)  # replaces the library's for all that it is read with
OPENED = re.compile(r"^using namespace (\w[\w:]*);", re.M)  # changes what names mean in all that is read behind it


def own_names(text):
    """Names that a source defines in its unnamed namespaces."""
    unnamed = "\n".join(line + block for line, block in UNNAMED.findall(text))
    names = {name for pair in DEFINED.findall(unnamed) for name in pair if name}
    return names | set(CONSTANT.findall(unnamed)) | set(USED.findall(text))


def opened(text):
    """Namespaces that a source opens outside functions."""
    return tuple(sorted(set(OPENED.findall(text))))


def groups(paths, most_sources=MOST_SOURCES, most_lines=10**9):
    """Lists of sources that can be read together: each goes to the first list that has room and none of its names."""
    out = []  # namespaces, sources, names, lines
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8")
        names, spaces, lines = own_names(text), opened(text), text.count("\n")
        if ALONE.search(text):
            spaces = path
        for group in out:
            if (group[0] == spaces and len(group[1]) < most_sources and group[3] + lines <= most_lines
                    and not names & group[2]):
                break
        else:
            group = [spaces, [], set(), 0]
            out.append(group)
        group[1].append(path)
        group[2] |= names
        group[3] += lines
    return [group[1] for group in out]


def main():
    targets = {}
    for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        target, source = line.split("\t")
        targets.setdefault(target, set()).add(pathlib.Path(source))
    code = []
    for target, sources in targets.items():
        for i, group in enumerate(groups(sources, most_lines=MOST_LINES)):
            names = " ".join(f'"{path}"' for path in group)
            code.append(f"set_source_files_properties({names} TARGET_DIRECTORY {target} PROPERTIES UNITY_GROUP {i})\n")
    pathlib.Path(sys.argv[2]).write_text("".join(code), encoding="utf-8")


if __name__ == "__main__":
    main()
