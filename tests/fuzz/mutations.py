# SPDX-License-Identifier: BSD-3-Clause
"""Changes of projects. A change is a list of edits ["set" | "delete" | "insert", path, value] that can be written to a
file and repeated; edits whose place is gone do nothing."""
import copy

from declarations import REFERENCES, at, leaves

WILD = [0, -1, 1, 1e-3, 1e3, 1e6, -1e6, 1e9, 1e12, 1e-9, 1e-12, 1e-300, 1e300, -0.0, 0.5, 3.141592653589793, 7]
TEXTS = ["nan", "inf", "=1/0", "=0/0", "=no_such_parameter", "=2*3", "=1e400", "=", "=sqrt(-1)", "=-1", True, None, [], {}]
FORMULAS = ["0", "1/0", "0/0", "sqrt(-1)", "1e9", "-1e3", "t", "sin(1000*t)", "1/t", "X", "X^2", "X-0.5", "sqrt(X)", "exp(1000)",
            "(", "no_such_name", "q", "0.01", "r(X)", "1e-9"]
BODIES = [
    {"type": "rigid", "mass": 0.3}, {"type": "rigid", "mass": 0}, {"type": "rigid", "mass": 1e-9},
    {"type": "rigid", "mass": 1, "com": [0.1, 0, 0], "inertia": [1e-3, 1e-3, 1e-3, 0, 0, 0], "tip": {"position": [0.2, 0, 0]}},
    {"type": "constant_curvature", "length": 0.3, "radius": 0.02, "material": "any"},
    {"type": "constant_curvature", "length": 0.3, "radius": 0.02, "material": "any", "planar": False, "elongation": True},
    {"type": "rod", "material": "any", "length": 0.3, "section": {"shape": "circle", "radius": 0.01},
     "strain": {"bending_y": {"basis": "legendre", "order": 2}, "stretch": {"basis": "legendre", "order": 0}}},
    {"type": "rod", "material": "any", "length": 0.2, "section": {"shape": "rectangle", "height": 0.02, "width": 0.01},
     "strain": {"torsion": {"basis": "fem_linear", "order": 2}, "bending_z": {"basis": "monomial", "order": 8}}},
    {"type": "rod", "material": "any", "length": 0.2, "section": {"shape": "circle", "radius": [0.01, 0.001]}},
]
SOFT = {"density": 1000, "young": 1e6, "poisson": 0.5, "viscosity": 1e3}
SURFACES = [{"surface": "plane"}, {"surface": "box", "size": [1, 1, 0.1]}, {"surface": "sphere", "radius": 0.2},
            {"surface": "cylinder", "radius": 0.1, "length": 1}]


def apply(project, edits):
    """The project after the edits; the given one is left alone."""
    project = copy.deepcopy(project)
    for action, path, value in edits:
        place, key = at(project, path[:-1]), path[-1]
        is_list = isinstance(place, list)
        if not (is_list and isinstance(key, int) or isinstance(place, dict) and isinstance(key, str)):
            continue
        if is_list and not 0 <= key < len(place) + (action == "insert"):
            continue
        if action == "insert" and is_list:
            place.insert(key, copy.deepcopy(value))
        elif action == "delete":
            if is_list or key in place:
                del place[key]
        else:
            place[key] = copy.deepcopy(value)
    return project


def change(project, declared, random):
    """One change that fits the project, as edits."""
    for _ in range(50):
        kind = random.choices(list(KINDS), [weight for weight, _ in KINDS.values()])[0]
        edits = KINDS[kind][1](project, declared, random)
        if edits:
            return edits
    return []


def _pick(project, random, fits):
    found = [(path, value) for path, value in leaves(project) if fits(path, value)]
    return random.choice(found) if found else (None, None)


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number(project, declared, random):
    """Another number: near the old one, at the ends of the declared range and beyond, wild, or no number at all."""
    path, value = _pick(project, random, lambda p, v: _is_number(v))
    if path is None:
        return []
    field = declared.field(project, path)
    draw = random.random()
    if draw < 0.4:
        new = value * random.choice([0.5, 0.9, 1.01, 2, 10, 0.1, 1e-2, 1e2, -1]) or random.choice([0.1, -0.1, 1e-3])
    elif draw < 0.6 and field and field.bounds():
        new = random.choice(field.bounds()) + random.choice([0, 0, 1e-9, -1e-9, 1e-3])
    elif draw < 0.9:
        new = random.choice(WILD)
    else:
        new = random.choice(TEXTS)
    if isinstance(value, int) and isinstance(new, float) and new.is_integer() and abs(new) < 1e15:
        new = int(new)
    return [["set", path, new]]


def text(project, declared, random):
    """Another of the names that the program knows, another or a missing object, or another formula."""
    path, value = _pick(project, random, lambda p, v: isinstance(v, str) and p[-1] != "name")
    if path is None:
        return []
    key = next((k for k in reversed(path) if isinstance(k, str)), "")
    if key in REFERENCES:
        return [["set", path, random.choice(_objects(project, REFERENCES[key]) + ["world", "no such object", ""])]]
    names = declared.names(project, path)
    if names:
        return [["set", path, random.choice(names)]]
    return [["set", path, random.choice(FORMULAS)]]


def _objects(project, kind):
    objects = project.get(kind, {})
    return list(objects) if isinstance(objects, dict) else [str(o.get("name")) for o in objects if isinstance(o, dict)]


def switch(project, declared, random):
    path, value = _pick(project, random, lambda p, v: isinstance(v, bool))
    return [["set", path, not value]] if path else []


def whole_list(project, declared, random):
    """Removes, doubles, moves or shortens what a list has."""
    path, value = _pick(project, random, lambda p, v: isinstance(v, list) and v)
    if path is None:
        return []
    i, j = random.randrange(len(value)), random.randrange(len(value))
    return random.choice([
        [["delete", path + [i], None]], [["insert", path + [j], value[i]]],
        [["set", path + [i], value[j]], ["set", path + [j], value[i]]],
        [["set", path, value[:i]]], [["set", path, []]]])


def remove(project, declared, random):
    path, _ = _pick(project, random, lambda p, v: isinstance(p[-1], str))
    return [["delete", path, None]] if path else []


def add(project, declared, random):
    """A declared field that the object does not have: a number of its range, or its default."""
    path, value = _pick(project, random, lambda p, v: isinstance(v, dict) and declared.fields(project, p))
    if path is None:
        return []
    absent = [f for name, f in declared.fields(project, path).items() if name not in value]
    if not absent:
        return []
    field = random.choice(absent)
    if field.default is not None and not _is_number(field.default) and random.random() < 0.5:
        new = field.default
    elif field.default is False:
        new = True
    else:
        new = random.choice(field.bounds() + WILD[:12])
    return [["set", path + [field.name], new]]


def joint(project, declared, random):
    """Another type of joint, with or without the fields that only fitted the old one."""
    path, value = _pick(project, random, lambda p, v: p[-1] == "joint" and isinstance(v, dict) or
                        len(p) == 2 and p[0] == "loops")
    if path is None or not isinstance(value, dict):
        return []
    names = declared.names(project, path + ["type"]) or ["fixed", "revolute"]
    edits = [["set", path + ["type"], random.choice(names)]]
    if random.random() < 0.7:
        edits += [["delete", path + [key], None] for key in value if key not in ("type", "name", "a", "b")]
    return edits


def body(project, declared, random):
    """Another body, or none."""
    links = project.get("links") or []
    if not links:
        return []
    path = ["links", random.randrange(len(links)), "body"]
    new = copy.deepcopy(random.choice(BODIES + [None]))
    if new is None:
        return [["delete", path, None]]
    if new.get("material") and isinstance(project.get("materials", {}), dict):
        return [["set", ["materials"], {**project.get("materials", {}), "any": SOFT}], ["set", path, new]]
    return [["set", path, new]]


def integrator(project, declared, random):
    """Another integrator, step, or control of steps."""
    names = declared.names(project, ["simulation", "integrator"]) or ["bdf", "runge_kutta_4"]
    simulation = {**project.get("simulation", {}), "integrator": random.choice(names)}
    simulation.update(random.choice([{}, {}, {"step": random.choice([1e-4, 1e-3, 5e-3, 0.01, 0.02, 0.05])},
                                     {"adaptive": True}, {"rtol": random.choice([1e-9, 1e-6, 0.1, 10])},
                                     {"rho_inf": random.choice([0, 0.5, 1])}, {"jacobian": "difference"}]))
    return [["set", ["simulation"], simulation]]


def extra(project, declared, random):
    """A new thing: a contact with the world, a loop, a drive, a load."""
    links = _objects(project, "links")
    if not links:
        return []
    link, other = random.choice(links), random.choice(links + ["world"])
    joints = declared.names({**project, "links": [{"name": "a", "joint": {"type": "fixed"}}]},
                            ["links", 0, "joint", "type"]) or ["fixed", "spherical"]
    kind, new = random.choice([
        ("loads", {"type": "contact", "between": [link, other], **random.choice(SURFACES),
                   "stiffness": random.choice([1e3, 1e5, 1e8])}),
        ("loops", {"type": random.choice(joints), "a": {"link": link}, "b": {"link": other}}),
        ("actuators", {"type": "joint", "link": link, "mode": random.choice(["force", "position"])}),
        ("loads", {"type": "point_wrench", "link": link, "frame": random.choice(["world", "body"]),
                   "wrench": [0, 0, 0, random.choice([1, 1e3, "sin(9*t)"]), 0, 0]})])
    objects = project.get(kind, [])
    return [["set", [kind], objects + [{"name": "extra", **new}]]] if isinstance(objects, list) else []


def parent(project, declared, random):
    """Hangs a link on another one, or swaps two links."""
    links = project.get("links") or []
    if len(links) < 2:
        return []
    i, j = random.sample(range(len(links)), 2)
    if random.random() < 0.5:
        return [["set", ["links", i], links[j]], ["set", ["links", j], links[i]]]
    return [["set", ["links", i, "parent"], links[j].get("name", "world")]]


KINDS = {"number": (40, number), "text": (8, text), "switch": (2, switch), "list": (8, whole_list), "remove": (6, remove),
         "add": (10, add), "joint": (6, joint), "body": (6, body), "integrator": (10, integrator), "extra": (8, extra),
         "parent": (4, parent)}
