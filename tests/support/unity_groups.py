#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Says which sources can be compiled as one, for builds with TENDRIL_UNITY and for tidy.py.

unity_groups.py LIST OUTPUT    lines of LIST: a target of CMake and a source of it, a tab between; OUTPUT: CMake code

Most of the time of compilers goes into headers, which they read again for every source. Sources that are read together
share that, but names in their unnamed namespaces may collide: sources that define the same name are kept apart.
"""
import collections
import pathlib
import re
import sys

MOST_SOURCES, MOST_LINES = 16, 2000  # of a group; longer ones keep one processor busy at the end
UNNAMED = re.compile(r"^namespace \{\n(?:([^\n]*)\n\}$|(.*?)^\}  // namespace$)", re.M | re.S)
# What a line declares: struct X; a function with its parameters, as functions of one name may differ in these; constants,
# several at a time. Members that are defined outside their class have no name of their own.
TYPE = re.compile(r"^(?:\[\[\w+\]\] )?(?:template <[^\n]*>\s+)?(?:struct|class|enum class|enum|concept) (\w+)", re.M)
DECLARED = re.compile(r"^(?:\[\[\w+\]\] )?(?:template <[^\n]*>\s+)?(?!namespace |static_assert|using |struct |class |enum |concept )"
                      r"\w[^={(;\n]*?(?<!::)(?<!<)\b(\w+)\s*(?:[{=\[;]|(\([^)]*\)))", re.M)
ENUMERATORS = re.compile(r"^enum (?!class )[^{;]*\{([^}]*)\}", re.M)
CONSTANTS = re.compile(r"^(?:static |inline |constexpr |constinit |const )[^\n(]*[={]", re.M)
CONSTANT = re.compile(r"\b(k[A-Z]\w*) *[={(]")
PARAMETER = re.compile(r"(\w[^,]*?[ &*]|)\w*(?: = [^,]*)?(?:, |$)")  # type of a parameter; its name and its default
CALLED = re.compile(r"(?<![\w.:>~])([a-z]\w*)\(")
ALIAS = re.compile(r"^using (?!namespace )(?:[\w:]*::)?(\w+)\b[^;]*;", re.M)  # using X = …, using a::X; both may be repeated
# Replaces the library's for all that it is read with; or brings names that headers of others have, too.
ALONE = re.compile(r'^void\*? operator (?:new|delete)|^extern "C" |^using namespace description;|^const TendrilPlugin\* ', re.M)
OPENED = re.compile(r"^using namespace (\w[\w:]*);", re.M)  # changes what names mean in all that is read behind it


def signatures(name, parameters):
    """A function as callers see it: its name with the types of its parameters, for each number of them."""
    out, given = [], [each.strip() for each in parameters.strip("()").split(",") if each.strip()]
    for i in range(len(given), -1, -1):
        out.append(name + "(" + ",".join(PARAMETER.sub(r"\1", each) for each in given[:i]) + ")")
        if i > 0 and " = " not in given[i - 1]:
            break
    return out


def own_names(text):
    """Names that a source keeps to itself (constants, what its unnamed namespaces define, what it declares by `using`),
    each with what it stands for: only what is declared in the same words may be read twice."""
    unnamed = "\n".join(line + block for line, block in UNNAMED.findall(text))
    names = {match[1]: match[0].replace("using ::", "using ") for match in ALIAS.finditer(text)}
    names |= {name: object() for name in TYPE.findall(unnamed)}
    names |= {name: object() for block in ENUMERATORS.findall(unnamed) for name in re.findall(r"(\w+)[^,]*", block)}
    for name, parameters in DECLARED.findall(unnamed):
        if parameters and not CONSTANT.fullmatch(name + "("):
            names |= {each: object() for each in signatures(name, " ".join(parameters.split()))}
        else:
            names[name] = object()
    for line in CONSTANTS.finditer(text):
        names |= {name: object() for name in CONSTANT.findall(text[line.start():text.find("\n", line.start())])}
    return names


def functions(names):
    return {name.partition("(")[0] for name in names if "(" in name}


def foreign_calls(text, names):
    """Functions that a source calls by their mere names and does not define: one of that name that another source keeps
    to itself would hide them."""
    return set(CALLED.findall(text)) - functions(names)


def opened(text):
    """Namespaces that a source opens outside functions."""
    return tuple(sorted(set(OPENED.findall(text))))


def groups(paths, most_sources=MOST_SOURCES, most_lines=10**9, own_names=own_names):
    """Lists of sources that can be read together: each goes to the first list that has room and none of its names. Those
    that open namespaces come last."""
    out = []  # namespaces, sources, names with what they stand for, foreign calls, lines
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    for path in sorted(paths, key=lambda path: (opened(texts[path]), path)):
        text = texts[path]
        names, spaces, lines = own_names(text), opened(text), text.count("\n")
        own, foreign = functions(names), foreign_calls(text, names)
        alone = ALONE.search(text)
        if alone:
            spaces = (str(path),)
        for group in out:
            if (not alone and group[0] in ((), spaces) and len(group[1]) < most_sources
                    and group[4] + lines <= most_lines
                    and all(group[2].get(name, meaning) == meaning for name, meaning in names.items())
                    and not foreign & functions(group[2]) and not own & group[3]):
                break
        else:
            group = [spaces, [], {}, set(), 0]
            out.append(group)
        group[0] = spaces
        group[1].append(path)
        group[2] |= names
        group[3] |= foreign
        group[4] += lines
    return [group[1] for group in out]


def main():
    targets = {}
    for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        target, source = line.split("\t")
        targets.setdefault(target, set()).add(pathlib.Path(source))
    # CMake knows one group for a source of a folder: what several targets compile stays by itself.
    count = collections.Counter(source for sources in targets.values() for source in sources)
    shared = sorted(source for source in count if count[source] > 1)
    code = []
    if shared:
        names = " ".join(f'"{path}"' for path in shared)
        folders = " ".join(sorted(targets))
        code.append(f"set_source_files_properties({names} TARGET_DIRECTORY {folders} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)\n")
    for target, sources in targets.items():
        for i, group in enumerate(groups(sources - set(shared), most_lines=MOST_LINES)):
            names = " ".join(f'"{path}"' for path in group)
            code.append(f"set_source_files_properties({names} TARGET_DIRECTORY {target} PROPERTIES UNITY_GROUP {i})\n")
    pathlib.Path(sys.argv[2]).write_text("".join(code), encoding="utf-8")


if __name__ == "__main__":
    main()
