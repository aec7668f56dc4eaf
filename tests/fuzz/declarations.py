# SPDX-License-Identifier: BSD-3-Clause
"""What is known of the fields of a project: kinds, units, ranges and defaults from the table that fieldTable() makes of
the declarations (core/project/project-format.md; a test keeps it current), and names of choices from the program."""
import json
import re

# Where objects of a section stand in a file; "*" is any key or index, and "{x}" the object's own value of x.
PLACES = [
    ("", "project"), ("simulation", "simulation"), ("materials.*", "material"), ("materials.*", "model `{model}`"),
    ("links.*", "link"), ("links.*.joint", "joint"), ("links.*.joint.drive", "drive `{type}`"),
    ("links.*.body", "body `{type}`"), ("links.*.body.section", "section"),
    ("links.*.body.section", "shape `{shape}`"), ("links.*.body.divisions.*", "division"),
    ("links.*.body.divisions.*.section", "section"), ("links.*.body.divisions.*.section", "shape `{shape}`"),
    ("links.*.body.strain", "strain"), ("links.*.body.divisions.*.strain", "strain"),
    ("links.*.body.strain.*", "torsion"), ("links.*.body.divisions.*.strain.*", "torsion"),
    ("links.*.body.mesh", "mesh"), ("links.*.body.primitives.*", "primitive"), ("links.*.visual", "visual"),
    ("links.*.pose", "pose"), ("links.*.body.tip", "pose"),
    ("actuators.*", "actuator"), ("actuators.*", "actuator `{type}`"), ("actuators.*.route.*", "route"),
    ("loads.*", "load"), ("loads.*", "load `{type}`"), ("loops.*", "loop"), ("loops.*.a", "a"), ("loops.*.b", "a"),
    ("loops.*.a.pose", "pose"), ("loops.*.b.pose", "pose"), ("controllers.*", "controller"),
    ("controllers.*", "controller `{type}`"), ("objects.*", "object"), ("objects.*.pose", "pose"),
]
REFERENCES = {"parent": "links", "link": "links", "material": "materials", "between": "links"}


class Field:
    """A row of the table."""

    def __init__(self, name, meaning, unit, default, limits):
        self.name, self.meaning, self.unit, self.limits = name, meaning, unit, limits
        self.required = default == "required"
        self.default = None
        if default.startswith("`"):
            try:
                self.default = json.loads(default.strip("`"))
            except ValueError:
                pass

    def bounds(self):
        """The numbers that the range names."""
        return [float(number) for number in re.findall(r"-?\d[\d.]*(?:e[+-]?\d+)?", self.limits)]


def read_table(page):
    """{section: {field: Field}} of the page project-format.md."""
    table = page.split("<!-- fields: begin -->")[1].split("<!-- fields: end -->")[0]
    sections, current = {}, None
    for line in table.splitlines():
        if line.startswith("#"):
            current = sections.setdefault(line.lstrip("# ").strip(), {})
        elif line.startswith("| `"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            name = cells[0].strip("`")
            current[name] = Field(name, *cells[1:5])
    return sections


class Declarations:
    """Fields by their path in a project; names of choices are asked of the program once for each kind of field."""

    def __init__(self, page, ask=None):
        self.sections = read_table(page)
        self.ask = ask  # (project, path, value) -> what the program says, or None
        self.choices = {}

    def fields(self, project, path):
        """{name: Field} of the object at a path (a list of keys), {} if the table has none."""
        found, fields = at(project, path), {}
        if not isinstance(found, dict):
            return fields
        for place, title in PLACES:
            keys = place.split(".") if place else []
            if len(keys) == len(path) and all(k in ("*", str(p)) for k, p in zip(keys, path)):
                own = re.sub(r"\{(\w+)\}", lambda match: str(found.get(match[1], "")), title)
                fields.update(self.sections.get(own, {}))
        return fields

    def field(self, project, path):
        return self.fields(project, path[:-1]).get(path[-1]) if path else None

    def names(self, project, path):
        """Names that the field at the path may have, as the program tells them of one that it does not know."""
        kind = ".".join("*" if isinstance(key, int) else str(key) for key in path)
        if kind not in self.choices:
            text = self.ask(project, path, "no such name") if self.ask else ""
            known = re.search(r'"no such name" is not available in this version; known: (.*)', text or "")
            self.choices[kind] = known[1].strip().split(", ") if known else []
        return self.choices[kind]


def at(project, path):
    """The value at a path, None if there is none."""
    for key in path:
        try:
            project = project[key]
        except (KeyError, IndexError, TypeError):
            return None
    return project


def leaves(value, path=()):
    """(path, value) of everything in a project that a run may depend on, objects and lists included."""
    if path and path[0] in ("name", "description", "studio", "provenance", "variants", "format", "version"):
        return
    if path and path[-1] in ("visual", "color"):
        return
    if path:
        yield list(path), value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        yield from leaves(each, path + (key,))
